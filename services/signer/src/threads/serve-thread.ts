import { parentPort, type Transferable } from 'node:worker_threads';

import type { ThreadAnswer } from './thread-pool.ts';

/** Answers the pool's messages in a worker thread, one at a time; `transfer` moves bytes instead of copying them. */
export function serveThread<Input, Output>(
  handle: (input: Input) => Promise<{ output: Output; transfer?: readonly Transferable[] }>,
): void {
  parentPort?.on('message', (input: Input) => {
    void answer(input);
  });

  async function answer(input: Input): Promise<void> {
    try {
      const { output, transfer = [] } = await handle(input);
      parentPort?.postMessage({ ok: true, output } satisfies ThreadAnswer<Output>, transfer);
    } catch (error) {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      parentPort?.postMessage({ ok: false, message } satisfies ThreadAnswer<Output>);
    }
  }
}

/** The bytes in an ArrayBuffer of their own, fit to be moved to another thread. */
export function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset === 0 && byteLength === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  const copy = new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}
