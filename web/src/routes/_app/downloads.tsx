import { createFileRoute } from '@tanstack/react-router';

import { DownloadsPage } from '@/features/downloads/downloads-page.tsx';
import { downloadQueries, type DownloadSearch } from '@/features/downloads/queries.ts';
import { listSearch } from '@/lib/list-search.ts';

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
