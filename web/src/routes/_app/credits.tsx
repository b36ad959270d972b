import { createFileRoute } from '@tanstack/react-router';

import { creditsQuery, CreditsPage } from '@/features/account/credits-page.tsx';

export const Route = createFileRoute('/_app/credits')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(creditsQuery);
  },
  component: CreditsPage,
});
