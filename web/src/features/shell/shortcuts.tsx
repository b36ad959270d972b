import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';

import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { usePreferences } from '@/lib/browser/preferences.ts';
import { isTyping, ShortcutReader, type Shortcut } from '@/lib/browser/shortcuts.ts';
import type { CurrentUser } from '@/lib/session/session.ts';

import { commandMenu, useCommandMenu } from './command-menu-state.ts';
import { placesFor } from './navigation.ts';

const CommandMenu = lazyDialog(
  () => import('./command-menu.tsx'),
  (code) => code.default,
);
const ShortcutHelp = lazyDialog(
  () => import('./shortcut-help.tsx'),
  (code) => code.default,
);

/** The keyboard's shortcuts, the list of them, and the menu of commands. */
export function Shortcuts({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const { keyShortcuts } = usePreferences();
  const open = useCommandMenu();
  const [reader] = useState(() => new ShortcutReader());

  function follow(shortcut: Shortcut): boolean {
    if (shortcut.kind === 'commands') commandMenu.show(open === 'commands' ? undefined : 'commands');
    else if (shortcut.kind === 'help') commandMenu.show('help');
    else if (shortcut.kind === 'new-process')
      void navigate({ to: '/processes/new', search: { fresh: true } });
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
      {open === 'commands' && <CommandMenu user={user} onClose={() => commandMenu.show(undefined)} />}
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
