import { useQuery } from '@tanstack/react-query';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { BroughtSignatures } from '@/entities/document/brought-signatures.tsx';
import { documentSignaturesQuery } from '@/entities/document/document-signatures-query.ts';
import { api } from '@/lib/session/session.ts';

/** The signatures that a document of a process brought, as those who sign it see them. */
export function DocumentSignatures({
  processId,
  documentId,
  name,
}: {
  processId: string;
  documentId: string;
  name: string;
}) {
  const { data, error, refetch } = useQuery(documentSignaturesQuery(api, { processId, documentId }));
  if (error !== null) return <ProblemCallout error={error} onRetry={() => void refetch()} className="mt-3" />;
  return data === undefined ? null : <BroughtSignatures name={name} signatures={data.items} />;
}
