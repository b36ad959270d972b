import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { accountQueries } from '@/entities/user/account-query.ts';

import { RecentlySignedIn } from './recently.tsx';

/** Around a dialog, outside of the profile, whose act needs a sign-in of a moment ago. */
export function RecentAct({ children }: { children: ReactNode }) {
  const { data: account } = useQuery(accountQueries.account);
  if (account === undefined) return null;
  return <RecentlySignedIn account={account}>{children}</RecentlySignedIn>;
}
