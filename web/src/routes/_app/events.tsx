import { createFileRoute } from '@tanstack/react-router';

import { EventsPage } from '@/features/events/events-page.tsx';
import { eventsQuery, readEventsSearch } from '@/features/events/queries.ts';
import { periodFault } from '@/lib/address/period.ts';
import { requireSteward } from '@/lib/session/guards.ts';

export const Route = createFileRoute('/_app/events')({
  validateSearch: readEventsSearch,
  beforeLoad: requireSteward,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const { tab, ...period } = deps;
    if (tab === undefined && periodFault(period) === undefined)
      void context.queryClient.prefetchQuery(eventsQuery(period));
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
