import { queryOptions, useQuery } from '@tanstack/react-query';

import { api } from '@/lib/api/session.ts';

import { kindsText } from './kinds-text.ts';

const uploadOptionsQuery = queryOptions({
  queryKey: ['upload-options'],
  queryFn: ({ signal }) => api.call('uploadOptions', { signal }),
  // Installing a converter takes longer.
  staleTime: 5 * 60_000,
});

/** As `kindsText`, of this installation. */
export function useKindsText(): ReturnType<typeof kindsText> {
  return kindsText(useQuery(uploadOptionsQuery).data);
}
