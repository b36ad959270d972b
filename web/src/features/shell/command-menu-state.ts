import { useSyncExternalStore } from 'react';

/** What of the keyboard's helpers is open. */
export type OpenCommands = 'commands' | 'help' | undefined;

let open: OpenCommands;
const listeners = new Set<() => void>();

/** Opens the menu of commands, or the list of shortcuts, from anywhere. */
export const commandMenu = {
  show(next: OpenCommands): void {
    open = next;
    for (const listener of listeners) listener();
  },
};

export function useCommandMenu(): OpenCommands {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}
