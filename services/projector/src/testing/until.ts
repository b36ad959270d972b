import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until it holds, at most this long. @throws when it does not come to hold. */
export async function until(holds: () => Promise<boolean>, withinMs = 10_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`did not come to hold within ${withinMs} ms`);
    await sleep(15);
  }
}
