import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';

import { Logo } from '@/components/app/logo.tsx';
import { ThemeSwitch } from '@/components/app/theme-switch.tsx';
import { Button } from '@/components/ui/button.tsx';
import { personSession } from '@/lib/api/person-session.ts';
import { usePersonSession } from '@/lib/use-session.ts';

import { forgetProgress } from './progress.ts';

/** The frame of signing: nothing but the matter at hand. */
export function SigningShell({ children }: { children: ReactNode }) {
  const session = usePersonSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 w-full max-w-[880px] items-center gap-1 px-4 sm:px-6">
          <Logo className="mr-auto" />
          <ThemeSwitch />
          {session !== undefined && (
            <Button
              variant="ghost"
              size="sm"
              icon={<LogOut />}
              aria-label="Sair"
              onClick={() => {
                forgetProgress();
                personSession.leave();
              }}
            >
              <span className="max-sm:sr-only">Sair</span>
            </Button>
          )}
        </div>
      </header>
      <main id="conteudo" className="flex flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}
