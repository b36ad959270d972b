import { createFileRoute } from '@tanstack/react-router';

import { EventsPage } from '@/features/events/events-page.tsx';
import { readEventsSearch } from '@/features/events/events-search.ts';
import { eventsQuery } from '@/features/events/queries.ts';
import { exactly } from '@/lib/address/exactly.ts';
import { periodFault } from '@/lib/address/period.ts';
import { requireSteward } from '@/lib/session/guards.ts';

export const Route = createFileRoute('/_app/events')({
  validateSearch: exactly(readEventsSearch),
  beforeLoad: requireSteward,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    // Which kinds there are, the page knows.
    if (deps.tab === undefined && deps.kind === undefined && periodFault(deps) === undefined)
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
