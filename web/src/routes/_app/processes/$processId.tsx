import { createFileRoute } from '@tanstack/react-router';

import { processQueries } from '@/entities/process/queries.ts';
import { ProcessPage } from '@/features/processes/detail/process-page.tsx';
import { useDocumentInAddress } from '@/lib/address/document-in-address.ts';
import { exactly } from '@/lib/address/exactly.ts';
import { idsOf } from '@/lib/address/ids.ts';

interface ProcessSearch {
  document?: string;
  version?: 'sealed';
  /** A moment of the process: a revision of its log. */
  at?: number;
}

export const Route = createFileRoute('/_app/processes/$processId')({
  validateSearch: exactly((raw): ProcessSearch => ({
    ...idsOf(raw, 'document'),
    ...(raw['version'] === 'sealed' ? { version: 'sealed' } : {}),
    ...(Number.isInteger(raw['at']) && Number(raw['at']) >= 0 ? { at: Number(raw['at']) } : {}),
  })),
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(processQueries.detail(params.processId));
  },
  component: Process,
});

function Process() {
  const { processId } = Route.useParams();
  const { document, version, at } = Route.useSearch();
  const navigate = Route.useNavigate();
  const showDocument = useDocumentInAddress();
  return (
    <ProcessPage
      processId={processId}
      viewing={document}
      version={version}
      onView={(documentId, shown) =>
        showDocument(documentId, documentId === undefined ? 'close' : 'open', shown)
      }
      revision={at}
      onRevision={(revision) =>
        void navigate({
          search: (before) => {
            const { at: _left, ...rest } = before;
            return revision === undefined ? rest : { ...rest, at: revision };
          },
          // Opening it is a step back can undo; sliding is none.
          replace: at !== undefined,
          resetScroll: false,
        })
      }
    />
  );
}
