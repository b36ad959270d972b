/** What Chromium fires once the site may be installed (WICG, Manifest Incubations). */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const listeners = new Set<() => void>();
let prompt: InstallPromptEvent | undefined;
let hasBegun = false;

function become(next: InstallPromptEvent | undefined): void {
  prompt = next;
  for (const listener of listeners) listener();
}

/** Keeps the event, which comes once, instead of the browser's own banner. */
function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    become(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => become(undefined));
}

/** The event that was kept, until it is taken: its dialog can be shown once. */
export const installPrompt = {
  get: () => prompt,
  take: (): InstallPromptEvent | undefined => {
    const taken = prompt;
    become(undefined);
    return taken;
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Keeps the offer to install the app, and registers the worker that an installed one has (`public/service-worker.js`). */
export function beginInstallation(): void {
  if (hasBegun) return;
  hasBegun = true;
  watchInstallPrompt();
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Refused (a private window, a store that is full): the page does without.
  void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
}
