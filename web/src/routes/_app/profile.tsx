import { createFileRoute } from '@tanstack/react-router';

import { signInOptionsQuery } from '@/entities/session/queries.ts';
import { accountQueries } from '@/entities/user/account-query.ts';
import { ProfilePage } from '@/features/profile/profile-page.tsx';

export const Route = createFileRoute('/_app/profile')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(accountQueries.account);
    void context.queryClient.prefetchQuery(signInOptionsQuery);
  },
  component: ProfilePage,
});
