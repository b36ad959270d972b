import { createFileRoute } from '@tanstack/react-router';

import { personQueries } from '@/entities/person/queries.ts';
import { PersonsPage } from '@/features/persons/persons-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { plainSearch } from '@/lib/address/list-search.ts';
import { withEarlyAnswer } from '@/lib/api/early.ts';

export const Route = createFileRoute('/_app/persons/')({
  validateSearch: exactly(plainSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => withEarlyAnswer(context.queryClient.prefetchQuery(personQueries.list(deps))),
  component: Persons,
});

function Persons() {
  const navigate = Route.useNavigate();
  return (
    <PersonsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: plainSearch({ ...search }), replace: true })}
    />
  );
}
