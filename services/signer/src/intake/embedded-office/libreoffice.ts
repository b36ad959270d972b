import { createRequire } from 'node:module';
import { dirname } from 'node:path';

import { OFFICE_SETTINGS } from '../office-settings.ts';

/** What is used of the package, which may not be installed: its own types cannot be counted on. */
interface Package {
  createConverter(
    this: void,
    options: {
      wasmLoader: { createModule(config: Config): Promise<Module> };
    },
  ): Promise<Office>;
}
interface Loader {
  createModule(config: Config): Promise<Module>;
}
type Config = Record<string, unknown>;
/** Of Emscripten's module object. */
interface Module {
  wasmBinary: ArrayBuffer;
  FS: { mkdirTree(path: string): void; writeFile(path: string, content: string): void };
}
type Imports = Record<string, Record<string, unknown>>;
/** Of WebAssembly, for which Node brings no types. */
interface Instance {
  exports: Record<string, unknown>;
}
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: ArrayBuffer) => object;
    Instance: new (module: object, imports: Imports) => Instance;
  };
};
type InitMainThread = (thread: number) => void;
/** LibreOffice, ready to convert. */
export interface Office {
  convert(
    file: Uint8Array,
    options: { inputFormat: string; outputFormat: 'pdf' },
  ): Promise<{ data: Uint8Array }>;
}

export const PACKAGE = '@matbee/libreoffice-converter';
/** Where this build keeps the user's profile, in its file system in memory. */
const PROFILE = '/instdir/user';
/** Bytes; as the build's own glue passes it (`__emscripten_init_main_thread_js`). */
const DEFAULT_STACK_BYTES = 2_097_152;

const require = createRequire(import.meta.url);

/** Starts LibreOffice in this process. It sees a file system in memory alone, with its own files in it. */
export async function startLibreOffice(): Promise<Office> {
  // Once it is up, its loader goes back to the working folder, which has to be one that may be read.
  process.chdir(dirname(require.resolve(`${PACKAGE}/package.json`)));
  const { createConverter } = (await import(`${PACKAGE}/server`)) as Package;
  const loader = require(`${PACKAGE}/wasm/loader`) as Loader;
  const createModule = async (config: Config): Promise<Module> => {
    const module = await loader.createModule({ ...config, instantiateWasm });
    module.FS.mkdirTree(PROFILE);
    module.FS.writeFile(`${PROFILE}/registrymodifications.xcu`, OFFICE_SETTINGS);
    return module;
  };
  return createConverter({ wasmLoader: { createModule } });
}

/**
 * Instantiates the program so that its main thread never sleeps while it waits for others. Asleep, it looks only now and
 * then for the calls they hand to it (Emscripten, "Blocking on the main thread"), and a start took up to 90 seconds.
 */
function instantiateWasm(imports: Imports, receive: (instance: Instance, module: object) => void): object {
  const { wasmBinary } = (globalThis as unknown as { Module: Module }).Module;
  const module = new WebAssembly.Module(wasmBinary);
  let initThread: ((...options: number[]) => void) | undefined;
  for (const group of Object.values(imports)) {
    const initMainThread = group['_emscripten_init_main_thread_js'] as InitMainThread | undefined;
    if (initMainThread === undefined) continue;
    group['_emscripten_init_main_thread_js'] = (thread: number): void => {
      initMainThread(thread);
      // As that does it, but for the fourth: whether the thread can block.
      initThread?.(thread, 1, 1, 0, DEFAULT_STACK_BYTES, 0);
    };
  }
  const instance = new WebAssembly.Instance(module, imports);
  initThread = instance.exports['_emscripten_thread_init'] as typeof initThread;
  receive(instance, module);
  return {};
}
