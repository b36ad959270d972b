import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { SIGNATURES_KEY } from './features/signing/signatures-key.ts';
import { personSession } from './lib/api/person-session.ts';
import { Problem } from './lib/api/problem.ts';
import { session } from './lib/api/session.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createAppRouter } from './router.tsx';

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

// The code of the screen asked for comes while the session is being looked up, instead of after it.
for (const { routeId } of router.matchRoutes(router.latestLocation) as { routeId: string }[]) {
  // A failed fetch is tried again, and shown, when the router needs it.
  const route = router.looseRoutesById[routeId];
  if (route !== undefined) void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
}

// What one user was shown is not the next one's.
session.subscribe(() => {
  if (session.get().status === 'unauthenticated') queryClient.clear();
});
personSession.subscribe(() => {
  if (personSession.get() === undefined) queryClient.removeQueries({ queryKey: SIGNATURES_KEY });
});

createRoot(document.querySelector('#root')!, {
  // What the server refused is shown on the page; it is no fault of the client's to be logged.
  onCaughtError: (error) => {
    if (!(error instanceof Problem)) console.error(error);
  },
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
