import { createFileRoute } from '@tanstack/react-router';

import { AppShell } from '@/features/shell/app-shell.tsx';
import { requireUser } from '@/lib/session/guards.ts';

/** Everything behind sign-in. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => {
    await requireUser(location.href);
  },
  component: AppShell,
});
