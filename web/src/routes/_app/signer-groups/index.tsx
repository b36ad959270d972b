import { createFileRoute } from '@tanstack/react-router';

import { SignerGroupsPage } from '@/features/signer-groups/signer-groups-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { plainSearch } from '@/lib/address/list-search.ts';

export const Route = createFileRoute('/_app/signer-groups/')({
  validateSearch: exactly(plainSearch),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    // Not in the first visit's code: it comes with the screen's own.
    const { signerGroupQueries } = await import('@/entities/signer-group/queries.ts');
    void context.queryClient.prefetchQuery(signerGroupQueries.list(deps));
  },
  component: List,
});

function List() {
  const navigate = Route.useNavigate();
  return (
    <SignerGroupsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: plainSearch({ ...search }), replace: true })}
    />
  );
}
