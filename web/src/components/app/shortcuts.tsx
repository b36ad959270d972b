import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';

import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import type { CurrentUser } from '@/lib/api/session.ts';
import { setPreference, usePreferences } from '@/lib/preferences.ts';
import { isTyping, ShortcutReader, type Shortcut } from '@/lib/shortcuts.ts';

import { commandMenu, useCommandMenu } from './command-menu-state.ts';
import { placesFor } from './navigation.ts';

const CommandMenu = lazy(() => import('./command-menu.tsx'));

/** The keyboard's shortcuts, the list of them, and the menu of commands. */
export function Shortcuts({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const { keyShortcuts } = usePreferences();
  const open = useCommandMenu();
  const [reader] = useState(() => new ShortcutReader());

  function follow(shortcut: Shortcut): boolean {
    if (shortcut.kind === 'commands') commandMenu.show(open === 'commands' ? undefined : 'commands');
    else if (shortcut.kind === 'help') commandMenu.show('help');
    else if (shortcut.kind === 'new-process') void navigate({ to: '/processes/new' });
    else if (shortcut.kind === 'search') return focusSearch();
    else {
      const place = placesFor(user.role).find(({ key }) => key === shortcut.key);
      if (place === undefined) return false;
      void navigate({ to: place.to });
    }
    return true;
  }

  const act = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    // What asks for an answer has the keyboard to itself.
    const modal = document.querySelector('dialog[open]') !== null;
    const found = reader.read(event, event.timeStamp, {
      typing: isTyping(event.target) || modal,
      singleKeys: keyShortcuts,
    });
    if (found === undefined || (modal && open === undefined)) return;
    if (follow(found)) event.preventDefault();
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  return (
    <>
      {open === 'commands' && (
        <Suspense>
          <CommandMenu user={user} onClose={() => commandMenu.show(undefined)} />
        </Suspense>
      )}
      {open === 'help' && <ShortcutHelp user={user} onClose={() => commandMenu.show(undefined)} />}
    </>
  );
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type="search"]');
  if (search === null) return false;
  search.focus();
  search.select();
  return true;
}

function ShortcutHelp({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
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

/** A key of the keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-md border border-line-strong bg-sunken px-1.5 font-sans text-xs text-muted">
      {children}
    </kbd>
  );
}
