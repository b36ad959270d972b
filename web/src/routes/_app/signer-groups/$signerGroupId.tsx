import { createFileRoute } from '@tanstack/react-router';

import { signerGroupQueries } from '@/features/signer-groups/queries.ts';
import { SignerGroupPage } from '@/features/signer-groups/signer-group-pages.tsx';

export const Route = createFileRoute('/_app/signer-groups/$signerGroupId')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(signerGroupQueries.detail(params.signerGroupId));
  },
  component: One,
});

function One() {
  return <SignerGroupPage signerGroupId={Route.useParams().signerGroupId} />;
}
