import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { setPreference, usePreferences } from '@/lib/browser/preferences.ts';
import type { CurrentUser } from '@/lib/session/session.ts';

import { placesFor } from './navigation.ts';

/** The shortcuts there are, and the way to turn single keys off. */
export default function ShortcutHelp({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { keyShortcuts } = usePreferences();
  const apple = /Mac|iPhone|iPad/.test(navigator.userAgent);
  const general: readonly [readonly string[], string][] = [
    [[apple ? '⌘' : 'Ctrl', 'K'], 'Buscar e executar comandos'],
    [['?'], 'Mostrar estes atalhos'],
    [['/'], 'Ir para a busca da tela'],
    [['n'], 'Novo processo'],
  ];
  return (
    <Dialog open onOpenChange={onClose} title="Atalhos do teclado" className="sm:max-w-2xl!">
      <div className="grid gap-6 sm:grid-cols-2">
        <KeyList label="Geral" keys={general} />
        <KeyList
          label="Ir para"
          keys={placesFor(user.role).flatMap(({ key, label }) =>
            key === undefined ? [] : [[['g', key], label] as const],
          )}
        />
      </div>
      <div className="mt-6 border-t border-line pt-4">
        <Checkbox
          label="Usar atalhos de uma tecla só"
          description="Desligue se você dita textos ou se as teclas atrapalham. O de buscar comandos continua valendo."
          checked={keyShortcuts}
          onChange={(event) => setPreference('keyShortcuts', event.target.checked)}
        />
      </div>
    </Dialog>
  );
}

function KeyList({
  label,
  keys,
}: {
  label: string;
  keys: readonly (readonly [readonly string[], string])[];
}) {
  return (
    <section aria-label={label}>
      <h3 className="mb-2 text-sm font-semibold">{label}</h3>
      <dl className="flex flex-col gap-2 text-sm">
        {keys.map(([pressed, what]) => (
          <div key={what} className="flex flex-row-reverse items-center justify-between gap-4">
            <dt className="flex gap-1">
              {pressed.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd className="text-muted">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-md border border-line-strong bg-sunken px-1.5 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}
