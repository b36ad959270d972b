import { createFileRoute } from '@tanstack/react-router';

import { COMPANY_TABS, companyQueries } from '@/entities/company/queries.ts';
import { CompanyPage } from '@/features/companies/company-pages.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { tabSearch } from '@/lib/address/tab-search.ts';

const readSearch = tabSearch(COMPANY_TABS);

export const Route = createFileRoute('/_app/companies/$companyId')({
  validateSearch: exactly(readSearch),
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(companyQueries.detail(params.companyId));
  },
  component: Company,
});

function Company() {
  const navigate = Route.useNavigate();
  return (
    <CompanyPage
      companyId={Route.useParams().companyId}
      tab={Route.useSearch().tab ?? 'dados'}
      onTab={(tab) => void navigate({ search: readSearch({ tab }), replace: true })}
    />
  );
}
