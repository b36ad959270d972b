import type { EmbeddedSignatureView } from '@lacre/contracts';

import type { EmbeddedNote } from '../validate/words/words.ts';
import type { EmbeddedFacts } from './embedded-facts.ts';

/** A signature with what the register knows of it. */
export type KnownEmbedded = Omit<EmbeddedFacts, 'problems'> & {
  problems: readonly EmbeddedNote[];
  sealed: EmbeddedSignatureView['sealed'];
};
