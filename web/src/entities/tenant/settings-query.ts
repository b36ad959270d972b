import { queryOptions } from '@tanstack/react-query';

import { api } from '@/lib/session/session.ts';

/** How the tenant is shown, and what its processes begin with. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.call('tenantSettings', { signal }),
  staleTime: 60_000,
});
