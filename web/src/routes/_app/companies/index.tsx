import { createFileRoute } from '@tanstack/react-router';

import { COMPANY_FILTERS } from '@/entities/company/filters.ts';
import { companyQueries } from '@/entities/company/queries.ts';
import { CompaniesPage } from '@/features/companies/companies-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { listSearch } from '@/lib/address/list-search.ts';
import { withEarlyAnswer } from '@/lib/api/early.ts';

const readSearch = listSearch(COMPANY_FILTERS);

export const Route = createFileRoute('/_app/companies/')({
  validateSearch: exactly(readSearch),
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
