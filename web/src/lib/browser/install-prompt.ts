import { useSyncExternalStore } from 'react';

import { preferredStorage } from './preferences.ts';

/** What Chromium fires once the site may be installed (WICG, Manifest Incubations). */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

/** How the app may be installed here: by the browser's own dialog, or by hand from its menu. */
export type InstallOffer = 'prompt' | 'by-hand';

const DISMISSED_KEY = 'installDismissed';
const listeners = new Set<() => void>();
let prompt: InstallPromptEvent | undefined;
let isDismissed: boolean | undefined;

function changed(): void {
  for (const listener of listeners) listener();
}

/** Keeps the event, which comes once and early, instead of the browser's own banner. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPromptEvent;
    changed();
  });
  addEventListener('appinstalled', () => {
    prompt = undefined;
    changed();
  });
}

/** Shows the browser's dialog, which can be shown once for each event. */
export async function install(): Promise<void> {
  const shown = prompt;
  prompt = undefined;
  await shown?.prompt();
  changed();
}

/** Not offered again in this browser. */
export function dismissInstall(): void {
  isDismissed = true;
  try {
    preferredStorage()?.setItem(DISMISSED_KEY, 'true');
  } catch {
    // As long as the page lasts.
  }
  changed();
}

function dismissed(): boolean {
  try {
    isDismissed ??= preferredStorage()?.getItem(DISMISSED_KEY) === 'true';
  } catch {
    isDismissed = false;
  }
  return isDismissed;
}

function offer(): InstallOffer | undefined {
  if (prompt !== undefined) return 'prompt';
  // Only Safari of iOS says whether the page was opened from the home screen.
  return 'standalone' in navigator && navigator.standalone === false ? 'by-hand' : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How it may be installed, whether that was declined before or not. */
export const useInstallOffer = (): InstallOffer | undefined => useSyncExternalStore(subscribe, offer);

/** As `useInstallOffer`, until the user has declined it. */
export const useOpenInstallOffer = (): InstallOffer | undefined =>
  useSyncExternalStore(subscribe, () => (dismissed() ? undefined : offer()));
