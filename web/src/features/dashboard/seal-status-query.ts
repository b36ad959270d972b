import { queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

/** It changes once in years: asked for once in a visit. */
export const sealStatusQuery = queryOptions({
  queryKey: ['seal-status'],
  queryFn: ({ signal }) => api.call('sealStatus', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
