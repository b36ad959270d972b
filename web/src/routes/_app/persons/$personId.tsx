import { createFileRoute } from '@tanstack/react-router';

import { PERSON_TABS, personQueries } from '@/entities/person/queries.ts';
import { PersonPage } from '@/features/persons/person-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { tabSearch } from '@/lib/address/tab-search.ts';

const readSearch = tabSearch(PERSON_TABS);

export const Route = createFileRoute('/_app/persons/$personId')({
  validateSearch: exactly(readSearch),
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(personQueries.detail(params.personId));
  },
  component: Person,
});

function Person() {
  const navigate = Route.useNavigate();
  return (
    <PersonPage
      personId={Route.useParams().personId}
      tab={Route.useSearch().tab ?? 'dados'}
      onTab={(tab) => void navigate({ search: readSearch({ tab }), replace: true })}
    />
  );
}
