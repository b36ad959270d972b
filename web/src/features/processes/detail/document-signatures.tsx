import { useQuery } from '@tanstack/react-query';

import { BroughtSignatures } from '@/components/app/brought-signatures.tsx';
import { documentSignaturesQuery } from '@/components/app/document-signatures-query.ts';
import { ProblemCallout } from '@/components/app/problem-callout.tsx';
import { api } from '@/lib/api/session.ts';

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
