/** What Chromium fires once the site may be installed (WICG, Manifest Incubations). */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

const listeners = new Set<() => void>();
let prompt: InstallPromptEvent | undefined;

function become(next: InstallPromptEvent | undefined): void {
  prompt = next;
  for (const listener of listeners) listener();
}

/** Keeps the event, which comes once and early, instead of the browser's own banner. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    become(event as InstallPromptEvent);
  });
  addEventListener('appinstalled', () => become(undefined));
}

/** The event that was kept, until it is taken: its dialog can be shown once. */
export const installPrompt = {
  get: () => prompt,
  take(): InstallPromptEvent | undefined {
    const taken = prompt;
    become(undefined);
    return taken;
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
