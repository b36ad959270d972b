import { Moon, Sun, SunMoon } from 'lucide-react';
import { useState } from 'react';

import { Section } from '@/components/page/section.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { RadioCards } from '@/components/ui/fields/radio-cards.tsx';
import {
  followSystemTheme,
  isSharedComputer,
  setPreference,
  setSharedComputer,
  usePreferences,
} from '@/lib/browser/preferences.ts';

/** How one likes the screen, on this device. */
export function PreferencesSection() {
  const { isDark, followsSystem, keyShortcuts } = usePreferences();
  const theme = isDark ? 'dark' : 'light';
  const [shared, setShared] = useState(isSharedComputer);
  return (
    <Section title="Preferências" text="Valem neste aparelho.">
      <div className="flex flex-col gap-5">
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
          label="Usar atalhos de uma tecla só"
          description="Aperte ? em qualquer tela para ver os atalhos."
          checked={keyShortcuts}
          onChange={(event) => setPreference('keyShortcuts', event.target.checked)}
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
      </div>
    </Section>
  );
}
