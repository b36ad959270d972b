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
  FS: { mkdirTree(path: string): void; writeFile(path: string, content: string): void };
}
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
const require = createRequire(import.meta.url);

/**
 * Starts LibreOffice in this process. It sees a file system in memory alone, with its own files in it.
 *
 * `noInitialRun` keeps Emscripten from running the program's `main` in a thread of its own while the package starts
 * LibreOfficeKit in this one: two initialisations of the same globals, the profile with the settings among them.
 */
export async function startLibreOffice(): Promise<Office> {
  // Once it is up, its loader goes back to the working folder, which has to be one that may be read.
  process.chdir(dirname(require.resolve(`${PACKAGE}/package.json`)));
  const { createConverter } = (await import(`${PACKAGE}/server`)) as Package;
  const loader = require(`${PACKAGE}/wasm/loader`) as Loader;
  const createModule = async (config: Config): Promise<Module> => {
    const module = await loader.createModule({ ...config, noInitialRun: true });
    module.FS.mkdirTree(PROFILE);
    module.FS.writeFile(`${PROFILE}/registrymodifications.xcu`, OFFICE_SETTINGS);
    return module;
  };
  return createConverter({ wasmLoader: { createModule } });
}
