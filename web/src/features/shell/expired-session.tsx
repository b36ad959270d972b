import { useEffect } from 'react';

import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { useSession } from '@/lib/session/use-session.ts';

const PasswordDialog = lazyDialog(
  () => import('./password-dialog.tsx'),
  (code) => code.default,
);

/** After the screen itself, milliseconds. */
const FETCH_AHEAD_MS = 4000;

/** Asks for the password over the screen as it is; the requests that were waiting then go on by themselves. */
export function ExpiredSession() {
  const state = useSession();
  useEffect(() => {
    // Sessions end after days: by then the server may have another release, and what is typed waits for this dialog.
    const timer = setTimeout(() => void PasswordDialog.fetch().catch(() => undefined), FETCH_AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  if (state.status !== 'expired') return null;
  return <PasswordDialog email={state.user.email} other={state.other?.email} />;
}
