import { createFileRoute } from '@tanstack/react-router';

import { EnvelopesPage } from '@/features/envelopes/envelopes-page.tsx';
import { envelopeQueries } from '@/features/envelopes/queries.ts';
import { listSearch } from '@/lib/list-search.ts';

const readSearch = listSearch(['all']);

export const Route = createFileRoute('/_app/envelopes/')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(envelopeQueries.list(deps));
  },
  component: List,
});

function List() {
  const navigate = Route.useNavigate();
  return (
    <EnvelopesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readSearch({ ...search }), replace: true })}
    />
  );
}
