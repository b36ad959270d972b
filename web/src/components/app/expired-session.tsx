import { lazy, Suspense } from 'react';

import { useSession } from '@/lib/use-session.ts';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

/** Asks for the password over the screen as it is; the requests that were waiting then go on by themselves. */
export function ExpiredSession() {
  const state = useSession();
  if (state.status !== 'expired') return null;
  return (
    <Suspense>
      <PasswordDialog email={state.user.email} />
    </Suspense>
  );
}
