import { createFileRoute } from '@tanstack/react-router';

import { reportQuery } from '@/features/reports/queries.ts';
import { ReportsPage } from '@/features/reports/reports-page.tsx';
import { readReportSearch } from '@/features/reports/search.ts';
import { exactly } from '@/lib/address/exactly.ts';

export const Route = createFileRoute('/_app/reports')({
  validateSearch: exactly(readReportSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(reportQuery(deps)),
  component: Reports,
});

function Reports() {
  const navigate = Route.useNavigate();
  return (
    <ReportsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readReportSearch({ ...search }), replace: true })}
    />
  );
}
