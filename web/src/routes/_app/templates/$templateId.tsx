import { createFileRoute } from '@tanstack/react-router';

import { templateQueries } from '@/features/templates/queries.ts';
import { TemplatePage } from '@/features/templates/template-pages.tsx';

export const Route = createFileRoute('/_app/templates/$templateId')({
  loader: async ({ context, params }) => {
    await context.queryClient.ensureQueryData(templateQueries.detail(params.templateId));
  },
  component: One,
});

function One() {
  return <TemplatePage templateId={Route.useParams().templateId} />;
}
