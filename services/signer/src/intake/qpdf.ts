import { createRequire } from 'node:module';

import createQpdf from '@neslinesli93/qpdf-wasm';

const require = createRequire(import.meta.url);
const WASM_PATH = require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm');
const PAGE_BYTES = 65_536;

/** What the package's own types leave out. */
interface QpdfModule {
  callMain(args: string[]): number;
  FS: { writeFile(path: string, data: Uint8Array): void; readFile(path: string): Uint8Array };
}
type CreateQpdf = (options: { locateFile: () => string; noInitialRun: boolean }) => Promise<QpdfModule>;

/** Exit status of qpdf (manual, "Exit Status"): 0 clean, 2 errors, 3 warnings only. */
export type QpdfStatus = 0 | 2 | 3;

/**
 * Runs qpdf once, in a fresh WebAssembly instance: the last file leaves nothing behind for the next one. Only within a
 * thread whose pool ends it when it takes too long, since the call blocks.
 */
export async function runQpdf(
  args: readonly string[],
  files: Readonly<Record<string, Uint8Array>>,
): Promise<{ status: QpdfStatus; read: (path: string) => Uint8Array }> {
  const qpdf = await (createQpdf as unknown as CreateQpdf)({
    locateFile: () => WASM_PATH,
    noInitialRun: true,
  });
  for (const [path, bytes] of Object.entries(files)) qpdf.FS.writeFile(path, bytes);
  const status = qpdf.callMain([...args]);
  return { status: status === 0 || status === 3 ? status : 2, read: (path) => qpdf.FS.readFile(path) };
}

const silent = (): void => {};

/** qpdf prints what it finds in a file; nothing of that is for the service's own output. */
export function silenceQpdf(): void {
  Object.assign(console, { log: silent, warn: silent, error: silent });
}

/** The part of WebAssembly that is bounded below; the compiler's libraries for servers leave it out. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow: (this: WasmMemory, pages: number) => number;
}
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } };

/**
 * Bounds the memory of every WebAssembly instance of this thread. Heap limits of worker threads do not count it, and
 * the module itself may grow to 2 GB; a growth refused makes qpdf fail as if memory had run out.
 */
export function limitWasmMemory(maxBytes: number): void {
  const { prototype } = wasm.Memory;
  const { grow } = prototype;
  prototype.grow = function growWithin(this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > maxBytes)
      throw new RangeError('WebAssembly memory limit');
    return grow.call(this, pages);
  };
}
