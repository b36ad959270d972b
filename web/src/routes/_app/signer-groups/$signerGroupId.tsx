import { createFileRoute } from '@tanstack/react-router';

import { SignerGroupPage } from '@/features/signer-groups/signer-group-pages.tsx';

export const Route = createFileRoute('/_app/signer-groups/$signerGroupId')({
  loader: async ({ context, params }) => {
    // Not in the first visit's code: it comes with the screen's own.
    const { signerGroupQueries } = await import('@/entities/signer-group/queries.ts');
    await context.queryClient.ensureQueryData(signerGroupQueries.detail(params.signerGroupId));
  },
  component: One,
});

function One() {
  return <SignerGroupPage signerGroupId={Route.useParams().signerGroupId} />;
}
