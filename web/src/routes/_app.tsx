import { createFileRoute } from '@tanstack/react-router';

import { AppShell } from '@/components/app/app-shell.tsx';
import { requireUser } from '@/lib/guards.ts';

/** Everything behind sign-in. */
export const Route = createFileRoute('/_app')({
  beforeLoad: async ({ location }) => {
    await requireUser(location.href);
  },
  component: AppShell,
});
