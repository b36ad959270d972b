import { createFileRoute } from '@tanstack/react-router';

import { processQueries } from '@/entities/process/queries.ts';
import { DashboardPage } from '@/features/dashboard/dashboard-page.tsx';
import { withEarlyAnswer } from '@/lib/api/early.ts';

export const Route = createFileRoute('/_app/dashboard')({
  loader: ({ context }) => withEarlyAnswer(context.queryClient.prefetchQuery(processQueries.dashboard())),
  component: DashboardPage,
});
