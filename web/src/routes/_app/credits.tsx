import { createFileRoute } from '@tanstack/react-router';

import { CreditsPage } from '@/features/account/credits-page.tsx';
import { creditsQuery } from '@/features/account/credits-query.ts';

export const Route = createFileRoute('/_app/credits')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(creditsQuery);
  },
  component: CreditsPage,
});
