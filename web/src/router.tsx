import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';

import { ErrorPage } from './components/page/error-page.tsx';
import { PageLoading } from './components/page/page-loading.tsx';
import { lazyPart } from './components/ui/lazy/lazy-part.tsx';
import { routeTree } from './routeTree.gen.ts';

// Seldom seen, and no first visit pays for it.
const NotFoundPage = lazyPart(
  () => import('./components/page/not-found-page.tsx'),
  (code) => code.NotFoundPage,
  <PageLoading />,
);

/** What every route's loader is given. */
export interface RouterContext {
  queryClient: QueryClient;
}

/** The router: routes load on intent, and nothing waits half a second without showing that it does. */
export function createAppRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient } satisfies RouterContext,
    defaultPreload: 'intent',
    // The query cache decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 400,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PageLoading,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: () => <NotFoundPage />,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
