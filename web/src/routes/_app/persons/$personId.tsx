import { createFileRoute } from '@tanstack/react-router';

import { PERSON_TABS, personQueries, type PersonTab } from '@/entities/person/queries.ts';
import { PersonPage } from '@/features/persons/person-page.tsx';

export const Route = createFileRoute('/_app/persons/$personId')({
  validateSearch: (raw: Record<string, unknown>): { tab?: PersonTab } => {
    const tab = PERSON_TABS.find((each) => each === raw['tab']);
    return tab === undefined || tab === 'dados' ? {} : { tab };
  },
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
      onTab={(tab) => void navigate({ search: tab === 'dados' ? {} : { tab }, replace: true })}
    />
  );
}
