import { createFileRoute } from '@tanstack/react-router';

import { TOKEN_FILTERS } from '@/features/tokens/filters.ts';
import { tokenQueries } from '@/features/tokens/queries.ts';
import { TokensPage } from '@/features/tokens/tokens-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { listSearch } from '@/lib/address/list-search.ts';

const readSearch = listSearch(TOKEN_FILTERS);

export const Route = createFileRoute('/_app/tokens')({
  validateSearch: exactly(readSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(tokenQueries.list(deps));
  },
  component: Tokens,
});

function Tokens() {
  const navigate = Route.useNavigate();
  return (
    <TokensPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readSearch({ ...search }), replace: true })}
    />
  );
}
