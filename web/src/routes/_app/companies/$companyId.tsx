import { createFileRoute } from '@tanstack/react-router';

import { CompanyPage } from '@/features/companies/company-pages.tsx';
import { companyQueries } from '@/features/companies/queries.ts';

export const Route = createFileRoute('/_app/companies/$companyId')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(companyQueries.detail(params.companyId));
  },
  component: Company,
});

function Company() {
  return <CompanyPage companyId={Route.useParams().companyId} />;
}
