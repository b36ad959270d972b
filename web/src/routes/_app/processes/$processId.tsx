import { createFileRoute } from '@tanstack/react-router';

import { ProcessPage } from '@/features/processes/detail/process-page.tsx';
import { processQueries } from '@/features/processes/queries.ts';
import { useDocumentInAddress } from '@/lib/document-in-address.ts';

export const Route = createFileRoute('/_app/processes/$processId')({
  validateSearch: (raw: Record<string, unknown>): { document?: string } =>
    typeof raw['document'] === 'string' ? { document: raw['document'] } : {},
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(processQueries.detail(params.processId));
  },
  component: Process,
});

function Process() {
  const { processId } = Route.useParams();
  const { document } = Route.useSearch();
  const showDocument = useDocumentInAddress();
  return (
    <ProcessPage
      processId={processId}
      viewing={document}
      onView={(documentId) => showDocument(documentId, documentId === undefined ? 'close' : 'open')}
    />
  );
}
