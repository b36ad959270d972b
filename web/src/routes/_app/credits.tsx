import { createFileRoute } from '@tanstack/react-router';

import { creditsQuery } from '@/entities/tenant/credits-query.ts';
import { CreditsPage } from '@/features/credits/credits-page.tsx';
import { readPeriodSearch } from '@/lib/address/period-search.ts';

export const Route = createFileRoute('/_app/credits')({
  validateSearch: readPeriodSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(creditsQuery);
  },
  component: Credits,
});

function Credits() {
  const navigate = Route.useNavigate();
  return (
    <CreditsPage
      search={Route.useSearch()}
      onSearch={(search) =>
        void navigate({ search: readPeriodSearch({ ...search }), replace: true, resetScroll: false })
      }
    />
  );
}
