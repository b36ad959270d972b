import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is begun at the start is done by then, milliseconds. */
const STARTED_AFTER_MS = 5000;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Gives back to the system what starting took and does not need any more: V8 keeps the pages of a heap that grew while
 * modules were loaded, half of what the process holds, and would reduce them over hours without an allocation. Takes some
 * tenths of a second, in which nothing else is done.
 */
export function giveBackMemory(): void {
  // The collector that reduces pages at once is reached by no other interface (v8, extensions/gc-extension.cc).
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return;
  (collect as Collect)({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

/** The same once, shortly after the start; ends nothing and keeps no process alive. */
export async function giveBackStartMemory(): Promise<void> {
  await sleep(STARTED_AFTER_MS, undefined, { ref: false });
  giveBackMemory();
}
