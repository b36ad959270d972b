import type { EmbeddedSignatureView } from '@lacre/contracts';

import type { EmbeddedFacts } from './embedded-facts.ts';
import type { EmbeddedNote } from './embedded-wording.ts';

/** A signature with what the register knows of it. */
export type KnownEmbedded = Omit<EmbeddedFacts, 'problems'> & {
  problems: readonly EmbeddedNote[];
  sealed: EmbeddedSignatureView['sealed'];
};
