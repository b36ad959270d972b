import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';

import { Toaster } from '@/components/ui/feedback/toaster.tsx';
import { isTotem } from '@/lib/session/totem-lock.ts';
import type { RouterContext } from '@/router.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  // A totem knows no other screen, not even those that are anybody's.
  beforeLoad: ({ location }) => {
    if (location.pathname !== '/totem' && isTotem()) throw redirect({ to: '/totem', replace: true });
  },
  component: Root,
});

function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  );
}
