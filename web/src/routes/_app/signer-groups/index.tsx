import { createFileRoute } from '@tanstack/react-router';

import { signerGroupQueries } from '@/features/signer-groups/queries.ts';
import { SignerGroupsPage } from '@/features/signer-groups/signer-groups-page.tsx';
import { listSearch } from '@/lib/list-search.ts';

const readSearch = listSearch(['all']);

export const Route = createFileRoute('/_app/signer-groups/')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(signerGroupQueries.list(deps));
  },
  component: List,
});

function List() {
  const navigate = Route.useNavigate();
  return (
    <SignerGroupsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readSearch({ ...search }), replace: true })}
    />
  );
}
