import { createFileRoute } from '@tanstack/react-router';

import { TemplatePage } from '@/features/templates/template-pages.tsx';

export const Route = createFileRoute('/_app/templates/$templateId')({
  loader: async ({ context, params }) => {
    // Not in the first visit's code: it comes with the screen's own.
    const { templateQueries } = await import('@/entities/template/queries.ts');
    await context.queryClient.ensureQueryData(templateQueries.detail(params.templateId));
  },
  component: One,
});

function One() {
  return <TemplatePage templateId={Route.useParams().templateId} />;
}
