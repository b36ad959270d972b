import { createFileRoute } from '@tanstack/react-router';

import { AppShell } from '@/components/app/app-shell.tsx';
import { NotFoundPage } from '@/components/app/error-page.tsx';
import { PublicShell } from '@/components/app/public-shell.tsx';
import { startSession } from '@/lib/guards.ts';
import { useUser } from '@/lib/use-session.ts';

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
