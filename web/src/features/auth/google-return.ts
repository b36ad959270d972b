const KEY = 'afterGoogle';

/** Keeps where to go once the provider has led back: its address takes nothing of ours with it. */
export function keepReturnPath(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage the way leads to the first screen.
  }
}

/** What was kept, once. */
export function takeReturnPath(): string | undefined {
  try {
    const path = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return path;
  } catch {
    return undefined;
  }
}
