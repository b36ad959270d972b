import { setTimeout } from 'node:timers/promises';

import { serveThread } from '../threads/serve-thread.ts';

let tasks = 0;

/** A thread that does as it is told, good and bad. */
serveThread(async ({ kind }: { kind: string }) => {
  tasks += 1;
  if (kind === 'throw') throw new Error('as told');
  if (kind === 'exit') process.exit(3);
  if (kind === 'spin') for (;;);
  if (kind === 'wait') await setTimeout(600);
  if (kind === 'fill') {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index));
  }
  return { output: tasks };
});
