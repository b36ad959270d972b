import { createFileRoute } from '@tanstack/react-router';

import { downloadQueries, type DownloadSearch } from '@/entities/download/queries.ts';
import { DownloadsPage } from '@/features/downloads/downloads-page.tsx';
import { listSearch } from '@/lib/address/list-search.ts';

const readList = listSearch(['all']);
const readSearch = (raw: Record<string, unknown>): DownloadSearch => {
  const { page } = readList(raw);
  return page === undefined ? {} : { page };
};

export const Route = createFileRoute('/_app/downloads')({
  validateSearch: readSearch,
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
      onSearch={(search) => void navigate({ search: readSearch({ ...search }), replace: true })}
    />
  );
}
