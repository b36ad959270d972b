import { useQuery } from '@tanstack/react-query';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { documentSignaturesQuery } from '@/entities/document/document-signatures-query.ts';
import { say } from '@/i18n/say.ts';
import { personApi } from '@/lib/session/person-session.ts';

import type { SigningDocument, SigningRequest } from './queries.ts';

/** Most documents come without any. */
const EmbeddedSignatures = lazyPart(
  () => import('@/components/pdf/embedded-signatures.tsx'),
  (code) => code.EmbeddedSignatures,
);

/** What others signed in a document before it came here, shown before it is signed again. */
export function BroughtSignatures({
  request: { processId },
  document: { documentId, name },
}: {
  request: SigningRequest;
  document: SigningDocument;
}) {
  const { data, error, refetch } = useQuery(documentSignaturesQuery(personApi, { processId, documentId }));
  if (error !== null) return <ProblemCallout error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section aria-label={say('Assinaturas que {0} já trazia', name)} className="mt-4 card p-5">
      <h2 className="font-semibold break-words">{say('Assinaturas que “{0}” já trazia', name)}</h2>
      <p className="mt-0.5 mb-4 text-[0.8125rem] text-subtle">
        {say('Foram feitas antes, em outro lugar. Os nomes são os dos certificados.')}
      </p>
      <EmbeddedSignatures signatures={data.items} />
    </section>
  );
}
