import { createFileRoute } from '@tanstack/react-router';

import { COMPANY_TABS, companyQueries, type CompanyTab } from '@/entities/company/queries.ts';
import { CompanyPage } from '@/features/companies/company-pages.tsx';

export const Route = createFileRoute('/_app/companies/$companyId')({
  validateSearch: (raw: Record<string, unknown>): { tab?: CompanyTab } => {
    const tab = COMPANY_TABS.find((each) => each === raw['tab']);
    return tab === undefined || tab === 'dados' ? {} : { tab };
  },
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
      onTab={(tab) => void navigate({ search: tab === 'dados' ? {} : { tab }, replace: true })}
    />
  );
}
