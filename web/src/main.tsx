import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, type AnyRoute } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { followLinks, receiveArrival } from './features/auth/arrival.ts';
import { SIGNATURES_KEY } from './features/signing/request/signatures-key.ts';
import { Problem } from './lib/api/problem.ts';
import { createQueryClient } from './lib/polling/query-client.ts';
import { connectTabs } from './lib/session/across-tabs.ts';
import { personSession } from './lib/session/person-session.ts';
import { session } from './lib/session/session.ts';
import { createAppRouter } from './router.tsx';

/** How long the first screen may be on its way before that is shown, milliseconds. */
const LONGEST_SPLASH_MS = 800;

receiveArrival();
followLinks();

const queryClient = createQueryClient();
const router = createAppRouter(queryClient);

// The code of the screen asked for comes while the session is being looked up, instead of after it.
const routes = new Map<string, AnyRoute>(Object.entries(router.routesById));
for (const { routeId } of router.matchRoutes(router.latestLocation) as { routeId: string }[]) {
  // A failed fetch is tried again, and shown, when the router needs it.
  const route = routes.get(routeId);
  if (route !== undefined) void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
}

// What one user was shown is not the next one's. Called off at leaving, for it would be refused; forgotten at the next
// sign-in, for the screen being left would ask for everything again, without a session.
let someone = true;
let lastUid: string | undefined;
session.subscribe(() => {
  const state = session.get();
  const { status } = state;
  const uid = 'user' in state ? state.user.uid : lastUid;
  if (status === 'authenticated' && (!someone || (lastUid !== undefined && uid !== lastUid)))
    queryClient.clear();
  lastUid = uid;
  if (status === 'unauthenticated' && someone) void queryClient.cancelQueries();
  someone = status !== 'unauthenticated';
});
personSession.subscribe(() => {
  if (personSession.get() === undefined) queryClient.removeQueries({ queryKey: SIGNATURES_KEY });
});

// The guards of the screen shown lead to the sign-in page.
connectTabs(() => void router.invalidate());

// Who looks after the focus comes with the first thing that has it. Without them the browser does, as far as it goes.
document.addEventListener(
  'focusin',
  ({ target }) =>
    void import('./lib/browser/focus-return.ts').then(
      ({ followFocus }) => followFocus(target),
      () => undefined,
    ),
  { once: true },
);

const root = createRoot(document.querySelector('#root')!, {
  // What the server refused is shown on the page; it is no fault of the client's to be logged.
  onCaughtError: (error) => {
    if (!(error instanceof Problem)) console.error(error);
  },
});
// Until the first screen is there, what index.html shows stands: nothing would come between them but an empty page. Not for
// long, or the reason for the wait would not show.
const tooLong = new Promise<void>((resolve) => {
  setTimeout(resolve, LONGEST_SPLASH_MS);
});
void Promise.race([router.load(), tooLong]).then(() =>
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
