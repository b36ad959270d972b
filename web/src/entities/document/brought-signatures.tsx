import type { AnswerOf } from '@lacre/contracts';

import { EmbeddedSignatures } from '@/components/pdf/embedded-signatures.tsx';

type Embedded = AnswerOf<'documentSignatures'>['items'];

/** What others signed in a document before it came here, beneath what is said of the document. */
export function BroughtSignatures({ name, signatures }: { name: string; signatures: Embedded }) {
  if (signatures.length === 0) return null;
  return (
    <section
      aria-label={`Assinaturas que ${name} já trazia`}
      className="mt-3 w-full rounded-xl border border-line bg-surface p-4"
    >
      <p className="text-sm font-medium">Assinaturas que o arquivo já trazia</p>
      <p className="mt-0.5 mb-3 text-[0.8125rem] text-subtle">
        Foram feitas antes, em outro lugar. Os nomes são os dos certificados.
      </p>
      <EmbeddedSignatures signatures={signatures} />
    </section>
  );
}
