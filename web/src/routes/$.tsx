import { createFileRoute } from '@tanstack/react-router';

import { NotFoundPage } from '@/components/page/not-found-page.tsx';
import { PublicShell } from '@/features/landing/public-shell.tsx';
import { AppShell } from '@/features/shell/app-shell.tsx';
import { startSession } from '@/lib/session/guards.ts';
import { useUser } from '@/lib/session/use-session.ts';

/** An unknown address, for visitors too: what is not there is not behind sign-in either. */
export const Route = createFileRoute('/$')({ beforeLoad: startSession, component: Unknown });

function Unknown() {
  const Shell = useUser() === undefined ? PublicShell : AppShell;
  return (
    <Shell>
      <NotFoundPage />
    </Shell>
  );
}
