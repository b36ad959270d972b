import { createFileRoute } from '@tanstack/react-router';

import { downloadQueries } from '@/entities/download/queries.ts';
import { DownloadsPage } from '@/features/downloads/downloads-page.tsx';
import { exactly } from '@/lib/address/exactly.ts';
import { pageSearch } from '@/lib/address/list-search.ts';

export const Route = createFileRoute('/_app/downloads')({
  validateSearch: exactly(pageSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(downloadQueries.list(deps));
  },
  component: Downloads,
});

function Downloads() {
  const navigate = Route.useNavigate();
  return (
    <DownloadsPage
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: pageSearch({ ...search }), replace: true })}
    />
  );
}
