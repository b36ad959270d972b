import { createFileRoute } from '@tanstack/react-router';

import { DashboardPage } from '@/features/account/dashboard-page.tsx';
import { processQueries } from '@/features/processes/queries.ts';
import { withEarlyAnswer } from '@/lib/api/early.ts';

export const Route = createFileRoute('/_app/dashboard')({
  loader: ({ context }) => withEarlyAnswer(context.queryClient.prefetchQuery(processQueries.dashboard())),
  component: DashboardPage,
});
