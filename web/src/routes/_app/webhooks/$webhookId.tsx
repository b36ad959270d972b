import { createFileRoute } from '@tanstack/react-router';

import { DELIVERY_FILTERS } from '@/features/webhooks/filters.ts';
import { webhookQueries } from '@/features/webhooks/queries.ts';
import { WebhookPage } from '@/features/webhooks/webhook-page.tsx';
import type { WebhookSearch } from '@/features/webhooks/webhook-search.ts';
import { exactly } from '@/lib/address/exactly.ts';
import { listSearch } from '@/lib/address/list-search.ts';
import { requireSteward } from '@/lib/session/guards.ts';

const readList = listSearch(DELIVERY_FILTERS);
const readSearch = (raw: Record<string, unknown>): WebhookSearch => {
  const { search: _none, ...rest } = readList(raw);
  return rest;
};

export const Route = createFileRoute('/_app/webhooks/$webhookId')({
  validateSearch: exactly(readSearch),
  beforeLoad: requireSteward,
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(webhookQueries.detail(params.webhookId));
  },
  component: Webhook,
});

function Webhook() {
  const navigate = Route.useNavigate();
  return (
    <WebhookPage
      webhookId={Route.useParams().webhookId}
      search={Route.useSearch()}
      onSearch={(search) =>
        void navigate({ search: readSearch({ ...search }), replace: true, resetScroll: false })
      }
    />
  );
}
