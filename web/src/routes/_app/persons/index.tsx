import { createFileRoute } from '@tanstack/react-router';

import { personQueries, type PersonSearch } from '@/entities/person/queries.ts';
import { PersonsPage } from '@/features/persons/persons-page.tsx';
import { listSearch } from '@/lib/address/list-search.ts';
import { withEarlyAnswer } from '@/lib/api/early.ts';

const readList = listSearch(['all']);
const readSearch = (raw: Record<string, unknown>): PersonSearch => {
  const { search, page } = readList(raw);
  return { ...(search === undefined ? {} : { search }), ...(page === undefined ? {} : { page }) };
};

export const Route = createFileRoute('/_app/persons/')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => withEarlyAnswer(context.queryClient.prefetchQuery(personQueries.list(deps))),
  component: Persons,
});

function Persons() {
  const navigate = Route.useNavigate();
  return (
    <PersonsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readSearch({ ...search }), replace: true })}
    />
  );
}
