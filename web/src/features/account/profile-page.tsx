import { Moon, Sun, SunMoon } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { PageHeader } from '@/components/app/page-header.tsx';
import { Avatar } from '@/components/ui/avatar.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { RadioCards } from '@/components/ui/radio-cards.tsx';
import { roleWords } from '@/i18n/vocabulary.ts';
import {
  followSystemTheme,
  isSharedComputer,
  setPreference,
  setSharedComputer,
  usePreferences,
} from '@/lib/preferences.ts';
import { useUser } from '@/lib/use-session.ts';

/** Who one is here, and how one likes the screen. */
export function ProfilePage() {
  const user = useUser();
  const { isDark, followsSystem } = usePreferences();
  const theme = isDark ? 'dark' : 'light';
  const [shared, setShared] = useState(isSharedComputer);
  if (user === undefined) return null;
  const loginAddress = `${window.location.origin}/login/${user.tenant.domain}`;
  return (
    <>
      <PageHeader title="Perfil" />
      <div className="flex max-w-3xl flex-col gap-6 pt-6">
        <section aria-label="Seus dados" className="card p-5 sm:p-6">
          <div className="flex items-center gap-4">
            <Avatar name={user.name} />
            <div className="min-w-0">
              <h2 className="truncate text-lg font-semibold">{user.name}</h2>
              <p className="truncate text-sm text-muted">{user.email}</p>
            </div>
          </div>
          <dl className="mt-6 grid gap-4 border-t border-line pt-5 sm:grid-cols-2">
            <Fact label="Papel">{roleWords[user.role]}</Fact>
            <Fact label="Conta">{user.tenant.name}</Fact>
            <Fact label="Endereço de acesso da conta" wide>
              <span className="flex flex-wrap items-center gap-2">
                <span className="break-all">{loginAddress}</span>
                <CopyButton text={loginAddress} label="Copiar endereço de acesso" iconOnly />
              </span>
            </Fact>
          </dl>
        </section>
        <section aria-label="Preferências" className="flex flex-col gap-5 card p-5 sm:p-6">
          <RadioCards
            legend="Tema"
            name="theme"
            value={followsSystem ? 'system' : theme}
            className="sm:grid-cols-3"
            options={[
              { value: 'system', label: 'Automático', icon: <SunMoon aria-hidden="true" /> },
              { value: 'light', label: 'Claro', icon: <Sun aria-hidden="true" /> },
              { value: 'dark', label: 'Escuro', icon: <Moon aria-hidden="true" /> },
            ]}
            onValueChange={(chosen) =>
              chosen === 'system' ? followSystemTheme() : setPreference('isDark', chosen === 'dark')
            }
          />
          <Checkbox
            label="Este computador é compartilhado"
            description="As preferências e o endereço de acesso da conta são esquecidos ao fechar a aba. Ao terminar, use Sair."
            checked={shared}
            onChange={(event) => {
              setSharedComputer(event.target.checked);
              setShared(event.target.checked);
            }}
          />
        </section>
      </div>
    </>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-[0.8125rem] text-subtle">{label}</dt>
      <dd className="mt-0.5 text-sm font-medium">{children}</dd>
    </div>
  );
}
