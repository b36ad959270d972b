import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LogOut, Smartphone, ScanFace } from 'lucide-react';
import type { ReactNode } from 'react';

import { Logo } from '@/components/brand/logo.tsx';
import { ThemeSwitch } from '@/components/brand/theme-switch.tsx';
import { Button, buttonClasses } from '@/components/ui/actions/button.tsx';
import { personSession } from '@/lib/session/person-session.ts';
import { usePersonSession } from '@/lib/session/use-session.ts';

import { forgetProgress } from './progress.ts';
import { signaturesQuery } from './queries.ts';

/** The frame of signing: nothing but the matter at hand. */
export function SigningShell({ children }: { children: ReactNode }) {
  const session = usePersonSession();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex h-14 w-full max-w-[880px] items-center gap-1 px-4 sm:px-6">
          <Logo className="mr-auto" />
          {session !== undefined && <FaceLink personId={session.person.personId} />}
          {session !== undefined && <DevicesLink />}
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

/** To the devices that need no code. */
function DevicesLink() {
  return (
    <Link
      to="/document/devices"
      search
      aria-label="Meus dispositivos"
      className={buttonClasses({ variant: 'ghost', size: 'sm' })}
    >
      <Smartphone aria-hidden="true" />
      <span className="max-sm:sr-only">Meus dispositivos</span>
    </Link>
  );
}

/** To what is kept of their face, where a face is asked for. */
function FaceLink({ personId }: { personId: string }) {
  const { data } = useQuery({ ...signaturesQuery(personId), enabled: false });
  if (!data?.items.some(({ requirements }) => requirements.face === true)) return null;
  return (
    <Link
      to="/document/face"
      search
      aria-label="Meu rosto"
      className={buttonClasses({ variant: 'ghost', size: 'sm' })}
    >
      <ScanFace aria-hidden="true" />
      <span className="max-sm:sr-only">Meu rosto</span>
    </Link>
  );
}
