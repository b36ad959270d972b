import { EmbeddedSignatures } from '@/components/pdf/embedded-signatures.tsx';
import { say } from '@/i18n/say.ts';

import { Panel } from './document-panels.tsx';
import type { Validation } from './verdicts.ts';

/** Signatures that a document had before its seal, each with its own state. */
export function EmbeddedPanel({ signatures }: { signatures: Validation['embedded'] }) {
  if (signatures.length === 0) return null;
  return (
    <Panel
      title={say('Assinaturas que o documento já trazia')}
      note={say(
        'Foram feitas antes e em outro lugar, e cada uma vale por si. Os nomes são os dos certificados.',
      )}
    >
      <EmbeddedSignatures signatures={signatures} />
    </Panel>
  );
}
