import { queryOptions } from '@tanstack/react-query';

import { anonymousApi } from '@/lib/session/session.ts';

/** How one may come in here; the installation's affair, and so the same for long. */
export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  queryFn: ({ signal }) => anonymousApi.call('signInOptions', { signal }),
  staleTime: 10 * 60_000,
});

/** The public data of the tenant of an address. */
export const brandingQuery = (domain: string | undefined) =>
  queryOptions({
    queryKey: ['branding', domain],
    queryFn: ({ signal }) =>
      anonymousApi.call('tenantBranding', { params: { domain: domain ?? '' }, signal }),
    enabled: domain !== undefined,
    staleTime: 60_000,
  });
