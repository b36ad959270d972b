import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

import { serveWorker } from '../workers/serve-worker.ts';

let tasks = 0;

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A worker process that obeys each command of a test, good or bad. */
serveWorker(async ({ kind, ...files }: { kind: string; one?: Uint8Array; other?: Uint8Array }) => {
  tasks += 1;
  if (kind === 'throw') throw new Error('as told');
  if (kind === 'exit') process.exit(3);
  if (kind === 'spin') for (;;);
  if (kind === 'spin a little') for (const until = performance.now() + 300; performance.now() < until;);
  if (kind === 'wait') await setTimeout(600);
  if (kind === 'fill one map') {
    // In a thread this would end the whole process: V8 cannot fail within a call.
    const held = new Map<number, object>();
    for (let key = 0; ; key += 1) held.set(key, { key });
  }
  if (kind === 'fill outside the heap') {
    const held: Buffer[] = [];
    for (;;) held.push(Buffer.alloc(16e6, 1));
  }
  if (kind === 'write') await writeFile(import.meta.filename, '');
  if (kind === 'run') execFileSync(process.execPath, ['--version']);
  if (kind === 'hash') return [files.one, files.other].map((file) => file && sha256Of(file));
  if (kind === 'tell') return Object.keys(process.env).length;
  // Of Node's own modules, those that are loaded; amaro is what strips types.
  if (kind === 'say whether the compiler is loaded')
    return String(Reflect.get(process, 'moduleLoadList')).includes('amaro');
  if (kind === 'fill') {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => index));
  }
  return tasks;
});
