import { createFileRoute } from '@tanstack/react-router';

import { templateQueries } from '@/features/templates/queries.ts';
import { TemplatesPage } from '@/features/templates/templates-page.tsx';
import { listSearch } from '@/lib/list-search.ts';

const readSearch = listSearch(['all']);

export const Route = createFileRoute('/_app/templates/')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(templateQueries.list(deps));
  },
  component: List,
});

function List() {
  const navigate = Route.useNavigate();
  return (
    <TemplatesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readSearch({ ...search }), replace: true })}
    />
  );
}
