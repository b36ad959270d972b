import { createFileRoute } from '@tanstack/react-router';

import { PROCESS_FILTERS } from '@/entities/process/filters.ts';
import { processQueries, type ProcessSearch } from '@/entities/process/queries.ts';
import { ProcessesPage } from '@/features/processes/processes-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { idsOf } from '@/lib/address/ids.ts';
import { listSearch } from '@/lib/address/list-search.ts';
import { withEarlyAnswer } from '@/lib/api/early.ts';

const readList = listSearch(PROCESS_FILTERS);
const readSearch = (raw: Record<string, unknown>): ProcessSearch => ({
  ...readList(raw),
  ...idsOf(raw, 'tagId'),
});

export const Route = createFileRoute('/_app/processes/')({
  validateSearch: exactly(readSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    withEarlyAnswer(context.queryClient.prefetchQuery(processQueries.list(deps))),
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
