import { parentPort, type Transferable } from 'node:worker_threads';

import type { ThreadAnswer } from './thread-pool.ts';

/** What a task answers; `transfer` moves bytes instead of copying them. */
export interface TaskResult<Output> {
  output: Output;
  transfer?: readonly Transferable[];
}

/** Answers the pool's messages in a worker thread, one at a time. */
export function serveThread(handle: (input: never) => Promise<TaskResult<unknown>>): void {
  const answer = async (input: never): Promise<void> => {
    try {
      const { output, transfer = [] } = await handle(input);
      parentPort?.postMessage({ ok: true, output } satisfies ThreadAnswer<unknown>, transfer);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort?.postMessage({ ok: false, message } satisfies ThreadAnswer<unknown>, []);
    }
  };
  parentPort?.on('message', (input: unknown) => void answer(input as never));
}

/** The bytes in an ArrayBuffer of their own, fit to be moved to another thread. */
export function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  const copy = new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}
