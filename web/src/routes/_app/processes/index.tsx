import { createFileRoute } from '@tanstack/react-router';

import { PROCESS_FILTERS } from '@/features/processes/filters.ts';
import { ProcessesPage } from '@/features/processes/processes-page.tsx';
import { processQueries } from '@/features/processes/queries.ts';
import { listSearch } from '@/lib/list-search.ts';

const readSearch = listSearch(PROCESS_FILTERS);

export const Route = createFileRoute('/_app/processes/')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(processQueries.list(deps));
  },
  component: Processes,
});

function Processes() {
  const navigate = Route.useNavigate();
  return (
    <ProcessesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readSearch({ ...search }), replace: true })}
    />
  );
}
