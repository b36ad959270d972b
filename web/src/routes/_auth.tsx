import { createFileRoute } from '@tanstack/react-router';

import { AuthShell } from '@/components/app/auth-shell.tsx';
import { currentArrival } from '@/features/auth/arrival.ts';
import { requireVisitor } from '@/lib/guards.ts';

export const Route = createFileRoute('/_auth')({
  beforeLoad: ({ location }) =>
    requireVisitor({ carriesLink: currentArrival() !== undefined || 'invitation' in location.search }),
  component: AuthShell,
});
