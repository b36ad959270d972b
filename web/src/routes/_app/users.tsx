import { createFileRoute } from '@tanstack/react-router';

import { userQueries } from '@/entities/user/queries.ts';
import { UsersPage } from '@/features/users/users-page.tsx';
import { listSearch } from '@/lib/address/list-search.ts';
import { requireSteward } from '@/lib/session/guards.ts';

const readList = listSearch(['all']);
const readSearch = (raw: Record<string, unknown>): { search?: string } => {
  const { search } = readList(raw);
  return search === undefined ? {} : { search };
};

export const Route = createFileRoute('/_app/users')({
  validateSearch: readSearch,
  beforeLoad: requireSteward,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(userQueries.list(deps.search ?? ''));
  },
  component: Users,
});

function Users() {
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      search={Route.useSearch().search ?? ''}
      onSearch={(search) => void navigate({ search: readSearch({ search }), replace: true })}
    />
  );
}
