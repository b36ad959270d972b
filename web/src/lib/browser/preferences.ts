import { useSyncExternalStore } from 'react';

/** What this browser remembers about how its user likes the screen. */
export interface Preferences {
  isDark: boolean;
  /** The theme is the system's, and changes with it. */
  followsSystem: boolean;
  menuCollapsed: boolean;
  /** Single keys act as shortcuts: who dictates or has a tremor turns them off (WCAG 2.2, 2.1.4). */
  keyShortcuts: boolean;
}

/** On a shared computer nothing outlives the tab: everything goes to session storage. */
const SHARED_COMPUTER_KEY = 'sharedComputer';
const listeners = new Set<() => void>();

/** What a shared computer must not keep; the keys of `session.ts`, `device-id.ts`, `known-device.ts`, `spoken.ts` and `push.ts` among them. */
const KEPT_KEYS = [
  'isDark',
  'menuCollapsed',
  'keyShortcuts',
  'lastDomain',
  'signedIn',
  'deviceId',
  'comesInWithoutCode',
  'language',
  'notified',
] as const;

/** Whether this browser was declared shared. */
export function isSharedComputer(): boolean {
  try {
    return sessionStorage.getItem(SHARED_COMPUTER_KEY) === 'true';
  } catch {
    return false;
  }
}

/** Session storage when the shared-computer flag is set, else local storage; `undefined` when both are refused. */
export function preferredStorage(): Storage | undefined {
  try {
    return isSharedComputer() ? sessionStorage : localStorage;
  } catch {
    return undefined;
  }
}

/** Chooses where preferences and hints are kept from now on, and moves those already kept. */
export function setSharedComputer(shared: boolean): void {
  try {
    const [from, to] = shared ? [localStorage, sessionStorage] : [sessionStorage, localStorage];
    for (const key of KEPT_KEYS) {
      const value = from.getItem(key);
      if (value !== null) to.setItem(key, value);
      from.removeItem(key);
    }
    if (shared) sessionStorage.setItem(SHARED_COMPUTER_KEY, 'true');
    else sessionStorage.removeItem(SHARED_COMPUTER_KEY);
  } catch {
    // Storage refused by the browser: preferences last as long as the page.
  }
}

type StoredPreference = 'isDark' | 'menuCollapsed' | 'keyShortcuts';

function read(name: StoredPreference): boolean | undefined {
  try {
    const stored = sessionStorage.getItem(name) ?? localStorage.getItem(name);
    return stored === null ? undefined : stored === 'true';
  } catch {
    return undefined;
  }
}

const systemTheme = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

let current: Preferences = initialPreferences();

function initialPreferences(): Preferences {
  const chosen = read('isDark');
  return {
    isDark: chosen ?? systemTheme?.matches ?? false,
    followsSystem: chosen === undefined,
    menuCollapsed: read('menuCollapsed') ?? false,
    keyShortcuts: read('keyShortcuts') ?? true,
  };
}

systemTheme?.addEventListener('change', ({ matches }) => {
  if (current.followsSystem) become({ isDark: matches });
});

/** Forgets the theme chosen: from now on it is the system's. */
export function followSystemTheme(): void {
  try {
    sessionStorage.removeItem('isDark');
    localStorage.removeItem('isDark');
  } catch {
    // Nothing was kept.
  }
  become({ isDark: systemTheme?.matches ?? false, followsSystem: true });
}

function become(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  if (change.isDark !== undefined) paintTheme(change.isDark);
  for (const listener of listeners) listener();
}

/** Changes one preference, keeps it, and paints it. */
export function setPreference(name: StoredPreference, value: boolean): void {
  try {
    preferredStorage()?.setItem(name, String(value));
  } catch {
    // A full or refused storage must not stop the theme from changing.
  }
  become(name === 'isDark' ? { isDark: value, followsSystem: false } : { [name]: value });
}

function paintTheme(isDark: boolean): void {
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', isDark ? '#0f0f14' : '#fafafc');
}

/** The preferences, followed as they change. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, get, get);
}

const get = (): Preferences => current;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
