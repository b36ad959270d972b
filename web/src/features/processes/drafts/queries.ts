import { queryOptions } from '@tanstack/react-query';

import { draftStoreOf } from '@/features/processes/wizard/draft/draft-store.ts';
import { api } from '@/lib/session/session.ts';

const MOST = 100;

export const draftQueries = {
  all: ['process-drafts'] as const,
  list: (uid: string) =>
    queryOptions({
      queryKey: [...draftQueries.all, uid],
      queryFn: async ({ signal }) => {
        // What was changed last before the page was left is in the tab alone.
        await draftStoreOf(uid).save();
        return api.call('listProcessDrafts', { query: { pageSize: MOST }, signal });
      },
      // They change in the wizard, and by colleagues.
      staleTime: 0,
    }),
};
