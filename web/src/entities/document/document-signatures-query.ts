import { queryOptions } from '@tanstack/react-query';

import type { ApiClient } from '@/lib/api/client.ts';

/** The signatures that a document of a process brought. */
export const documentSignaturesQuery = (
  client: ApiClient,
  params: { processId: string; documentId: string },
) =>
  queryOptions({
    queryKey: ['document-signatures', params.processId, params.documentId],
    queryFn: ({ signal }) => client.call('documentSignatures', { params, signal }),
    // They are in the document, whose bytes never change.
    staleTime: Infinity,
  });
