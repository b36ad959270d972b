import { createFileRoute } from '@tanstack/react-router';

import { EnvelopePage } from '@/features/envelopes/envelope-pages.tsx';

export const Route = createFileRoute('/_app/envelopes/$envelopeId')({
  loader: async ({ context, params }) => {
    // Not in the first visit's code: it comes with the screen's own.
    const { envelopeQueries } = await import('@/entities/envelope/queries.ts');
    await context.queryClient.ensureQueryData(envelopeQueries.detail(params.envelopeId));
  },
  component: One,
});

function One() {
  return <EnvelopePage envelopeId={Route.useParams().envelopeId} />;
}
