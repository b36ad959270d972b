import { createFileRoute } from '@tanstack/react-router';

import { EventsPage } from '@/features/events/events-page.tsx';
import { eventsQuery } from '@/features/events/queries.ts';
import { requireSteward } from '@/lib/guards.ts';
import { readPeriodSearch } from '@/lib/period-search.ts';
import { periodFault } from '@/lib/period.ts';

export const Route = createFileRoute('/_app/events')({
  validateSearch: readPeriodSearch,
  beforeLoad: requireSteward,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    if (periodFault(deps) === undefined) void context.queryClient.prefetchQuery(eventsQuery(deps));
  },
  component: Events,
});

function Events() {
  const navigate = Route.useNavigate();
  return (
    <EventsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readPeriodSearch({ ...search }), replace: true })}
    />
  );
}
