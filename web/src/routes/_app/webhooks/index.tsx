import { createFileRoute } from '@tanstack/react-router';

import { webhookQueries } from '@/features/webhooks/queries.ts';
import { WebhooksPage } from '@/features/webhooks/webhooks-page.tsx';
import { listSearch } from '@/lib/address/list-search.ts';
import { requireSteward } from '@/lib/session/guards.ts';

const readList = listSearch(['all']);
const readSearch = (raw: Record<string, unknown>): { page?: number } => {
  const { page } = readList(raw);
  return page === undefined ? {} : { page };
};

export const Route = createFileRoute('/_app/webhooks/')({
  validateSearch: readSearch,
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
      onPage={(page) => void navigate({ search: readSearch({ page }) })}
    />
  );
}
