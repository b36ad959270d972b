/** What one press, or two in a row, ask for. */
export type Shortcut =
  | { kind: 'commands' }
  | { kind: 'help' }
  | { kind: 'search' }
  | { kind: 'new-process' }
  | { kind: 'go'; key: string };

/** The second press of two must follow within this time, milliseconds. */
const SEQUENCE_MS = 1200;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Reads presses one after the other. Ctrl+K (⌘K) opens the commands wherever the focus is; single keys act only where
 * nothing is being typed, and not at all when their user turned them off.
 */
export class ShortcutReader {
  #goAt: number | undefined;

  read(
    pressed: Pressed,
    at: number,
    { typing, singleKeys }: { typing: boolean; singleKeys: boolean },
  ): Shortcut | undefined {
    const { key, ctrlKey, metaKey, altKey } = pressed;
    if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k')
      return this.#forgetting({ kind: 'commands' });
    if (ctrlKey || metaKey || altKey || typing || !singleKeys) return this.#forgetting(undefined);
    const isSecond = this.#goAt !== undefined && at - this.#goAt <= SEQUENCE_MS;
    if (isSecond && /^[a-z]$/i.test(key)) return this.#forgetting({ kind: 'go', key: key.toLowerCase() });
    if (key === 'g') {
      this.#goAt = at;
      return undefined;
    }
    return this.#forgetting(single(key));
  }

  #forgetting<Found extends Shortcut | undefined>(found: Found): Found {
    this.#goAt = undefined;
    return found;
  }
}

function single(key: string): Shortcut | undefined {
  if (key === '?') return { kind: 'help' };
  if (key === '/') return { kind: 'search' };
  return key === 'n' ? { kind: 'new-process' } : undefined;
}

/** Whether keys go to what has the focus: a field, or something that answers to letters. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="menu"], [role="listbox"]') !== null)
  );
}
