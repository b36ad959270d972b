import { useSession } from '@/lib/use-session.ts';

import { lazyDialog } from './lazy-dialog.tsx';

const PasswordDialog = lazyDialog(async () => (await import('./password-dialog.tsx')).default);

/** Asks for the password over the screen as it is; the requests that were waiting then go on by themselves. */
export function ExpiredSession() {
  const state = useSession();
  if (state.status !== 'expired') return null;
  return <PasswordDialog email={state.user.email} />;
}
