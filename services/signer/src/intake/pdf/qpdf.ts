import { constants } from 'node:fs';
import { readFile } from 'node:fs/promises';
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

/** qpdf's compiled code: it holds no file and no state. */
type CompiledQpdf = object & { readonly __compiled?: never };

/** The part of WebAssembly that is used here; the compiler's libraries for servers leave it out. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow: (this: WasmMemory, pages: number) => number;
}
interface Wasm {
  Memory: { prototype: WasmMemory };
  compile(bytes: Uint8Array): Promise<CompiledQpdf>;
  instantiate: (this: void, code: Uint8Array | CompiledQpdf, imports: object) => Promise<object>;
}
const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };
const { instantiate } = wasm;

let compiled: Promise<CompiledQpdf> | undefined;

/** qpdf compiled, once per process; compiling takes most of what running it on a small file does. */
export function compileQpdf(): Promise<CompiledQpdf> {
  compiled ??= readFile(WASM_PATH).then((bytes) => wasm.compile(bytes));
  return compiled;
}

/** Exit status of qpdf (manual, "Exit Status"): 0 clean, 2 errors, 3 warnings only. */
export type QpdfStatus = 0 | 2 | 3;

/**
 * Runs qpdf once, in a fresh WebAssembly instance: the last file leaves nothing behind for the next one. Only within a
 * process whose pool ends it when it takes too long, since the call blocks.
 */
export async function runQpdf(
  args: readonly string[],
  files: Readonly<Record<string, Uint8Array>>,
): Promise<{ status: QpdfStatus; read: (path: string) => Uint8Array }> {
  const code = await compileQpdf();
  // The package compiles its file anew each time and has no option for code that is compiled already.
  wasm.instantiate = async (_bytes, imports) => ({
    module: code,
    instance: await instantiate(code, imports),
  });
  const starting = (createQpdf as unknown as CreateQpdf)({ locateFile: () => WASM_PATH, noInitialRun: true });
  const qpdf = await starting.finally(() => (wasm.instantiate = instantiate));
  for (const [path, bytes] of Object.entries(files)) qpdf.FS.writeFile(path, bytes);
  return { status: call(qpdf, args), read: (path) => qpdf.FS.readFile(path) };
}

function call(qpdf: QpdfModule, args: readonly string[]): QpdfStatus {
  try {
    const status = qpdf.callMain([...args]);
    return status === 0 || status === 3 ? status : 2;
  } catch {
    // A file can make it run out of stack or memory; its instance is used once only.
    return 2;
  }
}

const silent = (): void => {};

/** qpdf prints what it finds in a file; nothing of that is for the service's own output. */
export function silenceQpdf(): void {
  Object.assign(console, { log: silent, warn: silent, error: silent });
}

/** What qpdf's package asks Node's internals for, which a process with few permissions refuses: the flags of files. */
export function standInForBindings(): void {
  Object.assign(process, { binding: () => ({ fs: constants }) });
}

/**
 * Bounds the memory of every WebAssembly instance of this process. The module itself may grow to 2 GB; a growth refused
 * makes qpdf fail as if memory had run out, which ends more gently than the process's own limit does.
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
