import { createFileRoute } from '@tanstack/react-router';

import { DashboardPage } from '@/features/account/dashboard-page.tsx';
import { processQueries } from '@/features/processes/queries.ts';

export const Route = createFileRoute('/_app/dashboard')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(processQueries.dashboard());
  },
  component: DashboardPage,
});
