import { createFileRoute } from '@tanstack/react-router';

import { EnvelopesPage } from '@/features/envelopes/envelopes-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { plainSearch } from '@/lib/address/list-search.ts';

export const Route = createFileRoute('/_app/envelopes/')({
  validateSearch: exactly(plainSearch),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    // Not in the first visit's code: it comes with the screen's own.
    const { envelopeQueries } = await import('@/entities/envelope/queries.ts');
    void context.queryClient.prefetchQuery(envelopeQueries.list(deps));
  },
  component: List,
});

function List() {
  const navigate = Route.useNavigate();
  return (
    <EnvelopesPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: plainSearch({ ...search }), replace: true })}
    />
  );
}
