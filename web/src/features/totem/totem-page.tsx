import { MonitorSmartphone } from 'lucide-react';

import { ExpiredSession } from '@/components/app/expired-session.tsx';
import { Logo } from '@/components/app/logo.tsx';
import { ThemeSwitch } from '@/components/app/theme-switch.tsx';
import { useSignOut } from '@/components/app/user-menu.tsx';
import { Button } from '@/components/ui/button.tsx';
import { EmptyState } from '@/components/ui/empty-state.tsx';
import { useUser } from '@/lib/use-session.ts';
import { useTitle } from '@/lib/use-title.ts';

/** The kiosk: whose it is, and the way out of it. */
export function TotemPage() {
  useTitle('Totem');
  const user = useUser();
  const leave = useSignOut();
  if (user === undefined) return null;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between px-4 sm:px-8">
        <Logo />
        <ThemeSwitch />
      </header>
      <main id="conteudo" className="flex flex-1 items-center justify-center">
        <EmptyState
          level="h1"
          icon={<MonitorSmartphone />}
          title={`Totem de ${user.tenant.name}`}
          action={<Button onClick={leave}>Sair do totem</Button>}
        >
          Para assinar, abra neste aparelho o link que você recebeu por email.
        </EmptyState>
      </main>
      <ExpiredSession />
    </div>
  );
}
