import { createFileRoute } from '@tanstack/react-router';

import { EnvelopePage } from '@/features/envelopes/envelope-pages.tsx';
import { envelopeQueries } from '@/features/envelopes/queries.ts';

export const Route = createFileRoute('/_app/envelopes/$envelopeId')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(envelopeQueries.detail(params.envelopeId));
  },
  component: One,
});

function One() {
  return <EnvelopePage envelopeId={Route.useParams().envelopeId} />;
}
