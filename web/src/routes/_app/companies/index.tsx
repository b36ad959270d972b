import { createFileRoute } from '@tanstack/react-router';

import { CompaniesPage } from '@/features/companies/companies-page.tsx';
import { COMPANY_FILTERS } from '@/features/companies/filters.ts';
import { companyQueries } from '@/features/companies/queries.ts';
import { withEarlyAnswer } from '@/lib/api/early.ts';
import { listSearch } from '@/lib/list-search.ts';

const readSearch = listSearch(COMPANY_FILTERS);

export const Route = createFileRoute('/_app/companies/')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    withEarlyAnswer(context.queryClient.prefetchQuery(companyQueries.list(deps))),
  component: Companies,
});

function Companies() {
  const navigate = Route.useNavigate();
  return (
    <CompaniesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readSearch({ ...search }), replace: true })}
    />
  );
}
