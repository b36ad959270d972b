import { createFileRoute } from '@tanstack/react-router';

import { ProcessPage } from '@/features/processes/detail/process-page.tsx';
import { processQueries } from '@/features/processes/queries.ts';
import { useDocumentInAddress } from '@/lib/document-in-address.ts';

export const Route = createFileRoute('/_app/processes/$processId')({
  validateSearch: (raw: Record<string, unknown>): { document?: string; version?: 'sealed' } => ({
    ...(typeof raw['document'] === 'string' ? { document: raw['document'] } : {}),
    ...(raw['version'] === 'sealed' ? { version: 'sealed' } : {}),
  }),
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(processQueries.detail(params.processId));
  },
  component: Process,
});

function Process() {
  const { processId } = Route.useParams();
  const { document, version } = Route.useSearch();
  const showDocument = useDocumentInAddress();
  return (
    <ProcessPage
      processId={processId}
      viewing={document}
      version={version}
      onView={(documentId, shown) =>
        showDocument(documentId, documentId === undefined ? 'close' : 'open', shown)
      }
    />
  );
}
