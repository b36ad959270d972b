import { queryOptions } from '@tanstack/react-query';

import type { Invitation } from '@/entities/invitation/door.tsx';
import { asProblem } from '@/lib/api/problem.ts';
import { anonymousApi } from '@/lib/session/session.ts';

import type { SigningLink } from './link.ts';

/** What a link says of its invitation; null for one that leads to none. */
export const invitationQuery = ({ process, person }: SigningLink) =>
  queryOptions({
    queryKey: ['invitation', process, person],
    queryFn: async ({ signal }): Promise<Invitation | null> => {
      const params = { processId: process ?? '', personId: person ?? '' };
      try {
        return await anonymousApi.call('signingInvitation', { params, signal });
      } catch (error) {
        if (asProblem(error).code === 'SIGNATURE_PROCESS_NOT_FOUND') return null;
        throw error;
      }
    },
    enabled: process !== undefined && person !== undefined,
    staleTime: 5 * 60_000,
  });
