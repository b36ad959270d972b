import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';

import { Toaster } from '@/components/ui/feedback/toaster.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { rebuildingStore } from '@/lib/polling/rebuilding.ts';
import { isTotem } from '@/lib/session/totem-lock.ts';
import type { RouterContext } from '@/router.tsx';

export const Route = createRootRouteWithContext<RouterContext>()({
  // A totem knows no other screen, not even public ones.
  beforeLoad: ({ location }) => {
    if (location.pathname !== '/totem' && isTotem()) throw redirect({ to: '/totem', replace: true });
  },
  component: Root,
});

// Seldom seen, and fetched until it comes.
const RebuildNotice = lazyDialog(
  () => import('@/features/shell/rebuild-notice.tsx'),
  (code) => code.RebuildNotice,
);

function Root() {
  const isRebuilding = useSyncExternalStore(
    rebuildingStore.subscribe,
    rebuildingStore.get,
    rebuildingStore.get,
  );
  return (
    <>
      {isRebuilding && <RebuildNotice />}
      <Outlet />
      <Toaster />
    </>
  );
}
