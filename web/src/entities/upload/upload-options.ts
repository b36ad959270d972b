import { queryOptions, useQuery } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

import { takenKinds, type TakenKinds } from './taken-kinds.ts';

const uploadOptionsQuery = queryOptions({
  queryKey: ['upload-options'],
  queryFn: ({ signal }) => api.call('uploadOptions', { signal }),
  // Installing a converter takes longer.
  staleTime: 5 * 60_000,
});

/** As `takenKinds`, of this installation. */
export function useTakenKinds(): TakenKinds {
  return takenKinds(useQuery(uploadOptionsQuery).data);
}
