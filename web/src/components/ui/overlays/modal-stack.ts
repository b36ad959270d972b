import { useSyncExternalStore } from 'react';

/** The modal dialogs that are open, the last one above the others. */
let open: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function become(next: readonly HTMLDialogElement[]): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Puts a dialog above the others. @returns takes it away */
export function stackModal(dialog: HTMLDialogElement): () => void {
  become([...open, dialog]);
  return () => become(open.filter((other) => other !== dialog));
}

/**
 * The dialog above all others, if one is open. Whatever is outside of it is inert: neither seen above its backdrop, nor
 * pressed, nor announced.
 */
export const useTopModal = (): HTMLDialogElement | undefined =>
  useSyncExternalStore(subscribe, topModal, topModal);

/** The same, as it is at this moment. */
export const topModal = (): HTMLDialogElement | undefined => open.at(-1);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
