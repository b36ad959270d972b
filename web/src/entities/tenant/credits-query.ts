import { queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

/** The tenant's credits. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) => api.call('tenantCredits', { signal }),
});
