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

function show(tone: Toast['tone'], title: string, options: ToastOptions = {}): void {
  publish([...toasts, { id: nextId++, tone, title, description: options.description }].slice(-MAX_TOASTS));
}

/** Shows a passing message from anywhere, also outside React. */
export const toast = {
  success: (title: string, options?: ToastOptions): void => show('success', title, options),
  error: (title: string, options?: ToastOptions): void => show('error', title, options),
  info: (title: string, options?: ToastOptions): void => show('info', title, options),
};

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
