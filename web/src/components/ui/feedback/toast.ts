/** A message that passes: what was done, or what failed while the user looked elsewhere. */
export interface Toast {
  id: number;
  tone: 'success' | 'error' | 'info';
  title: string;
  description: string | undefined;
}

interface ToastOptions {
  description?: string | undefined;
}

/** More than this hides the page: the oldest leaves. */
const MAX_TOASTS = 3;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

const shows =
  (tone: Toast['tone']) =>
  (title: string, { description }: ToastOptions = {}): void => {
    // Said anew, and not twice: a button pressed twice did one thing.
    const others = toasts.filter((one) => one.title !== title || one.description !== description);
    publish([...others, { id: nextId++, tone, title, description }].slice(-MAX_TOASTS));
  };

/** Shows a passing message from anywhere, also outside React. */
export const toast = { success: shows('success'), error: shows('error'), info: shows('info') };

/** The store behind the toaster, in the shape of `useSyncExternalStore`. */
export const toastStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): readonly Toast[] => toasts,
  dismiss(id: number): void {
    publish(toasts.filter((candidate) => candidate.id !== id));
  },
};
