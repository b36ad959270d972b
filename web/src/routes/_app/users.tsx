import { createFileRoute } from '@tanstack/react-router';

import { userQueries } from '@/entities/user/queries.ts';
import { UsersPage } from '@/features/users/users-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { textSearch } from '@/lib/address/list-search.ts';
import { requireSteward } from '@/lib/session/guards.ts';

export const Route = createFileRoute('/_app/users')({
  validateSearch: exactly(textSearch),
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
      onSearch={(search) => void navigate({ search: textSearch({ search }), replace: true })}
    />
  );
}
