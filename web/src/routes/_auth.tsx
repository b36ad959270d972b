import { createFileRoute } from '@tanstack/react-router';

import { currentArrival } from '@/features/auth/arrival.ts';
import { AuthShell } from '@/features/auth/auth-shell.tsx';
import { requireVisitor } from '@/lib/session/guards.ts';

export const Route = createFileRoute('/_auth')({
  beforeLoad: ({ location }) =>
    requireVisitor({ carriesLink: currentArrival() !== undefined || 'invitation' in location.search }),
  component: AuthShell,
});
