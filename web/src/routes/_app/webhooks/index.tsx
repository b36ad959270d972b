import { createFileRoute } from '@tanstack/react-router';

import { webhookQueries } from '@/features/webhooks/queries.ts';
import { WebhooksPage } from '@/features/webhooks/webhooks-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { pageSearch } from '@/lib/address/list-search.ts';
import { requireSteward } from '@/lib/session/guards.ts';

export const Route = createFileRoute('/_app/webhooks/')({
  validateSearch: exactly(pageSearch),
  beforeLoad: requireSteward,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(webhookQueries.list(deps.page ?? 1));
  },
  component: Webhooks,
});

function Webhooks() {
  const navigate = Route.useNavigate();
  return (
    <WebhooksPage
      page={Route.useSearch().page ?? 1}
      onPage={(page) => void navigate({ search: pageSearch({ page }) })}
    />
  );
}
