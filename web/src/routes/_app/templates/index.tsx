import { createFileRoute } from '@tanstack/react-router';

import { TemplatesPage } from '@/features/templates/templates-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { plainSearch } from '@/lib/address/list-search.ts';

export const Route = createFileRoute('/_app/templates/')({
  validateSearch: exactly(plainSearch),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    // Not in the first visit's code: it comes with the screen's own.
    const { templateQueries } = await import('@/entities/template/queries.ts');
    void context.queryClient.prefetchQuery(templateQueries.list(deps));
  },
  component: List,
});

function List() {
  const navigate = Route.useNavigate();
  return (
    <TemplatesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: plainSearch({ ...search }), replace: true })}
    />
  );
}
