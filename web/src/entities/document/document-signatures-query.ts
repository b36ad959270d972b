import { queryOptions } from '@tanstack/react-query';

import type { ApiClient } from '@/lib/api/client.ts';
import { inLanguage } from '@/lib/language/in-language.ts';
import { shown } from '@/lib/language/language.ts';

/** The signatures that a document of a process brought. */
export const documentSignaturesQuery = (
  client: ApiClient,
  params: { processId: string; documentId: string },
) =>
  queryOptions({
    queryKey: ['document-signatures', params.processId, params.documentId, shown.language],
    queryFn: ({ signal }) => client.call('documentSignatures', { params, signal, headers: inLanguage() }),
    // They are in the document, whose bytes never change.
    staleTime: Infinity,
  });
