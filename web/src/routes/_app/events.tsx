import { createFileRoute } from '@tanstack/react-router';

import { EventsPage } from '@/features/events/events-page.tsx';
import { readEventsSearch } from '@/features/events/events-search.ts';
import { eventsQuery } from '@/features/events/queries.ts';
import { periodFault } from '@/lib/address/period.ts';
import { requireSteward } from '@/lib/session/guards.ts';

export const Route = createFileRoute('/_app/events')({
  validateSearch: readEventsSearch,
  beforeLoad: requireSteward,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (deps.tab === undefined && periodFault(deps) === undefined)
      void context.queryClient.prefetchQuery(eventsQuery(deps));
  },
  component: Events,
});

function Events() {
  const navigate = Route.useNavigate();
  return (
    <EventsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readEventsSearch({ ...search }), replace: true })}
    />
  );
}
