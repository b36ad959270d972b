import { anonymousApi } from '@/lib/session/session.ts';

const KEY = 'afterGoogle';

/** Leaves for the identity provider. @param returnTo where to go once it has led back */
export async function leaveForGoogle(returnTo: string | undefined): Promise<void> {
  const { url } = await anonymousApi.call('startGoogleSignIn', { body: {} });
  keepReturnPath(returnTo);
  window.location.assign(url);
}

/** Keeps where to go once the provider has led back: its address takes nothing of ours with it. */
function keepReturnPath(path: string | undefined): void {
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
