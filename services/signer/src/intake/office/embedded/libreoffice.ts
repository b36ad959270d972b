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
  FS: {
    mkdirTree(path: string): void;
    readFile(path: string, options: { encoding: 'utf8' }): string;
    writeFile(path: string, content: string): void;
  };
}
/** LibreOffice, ready to convert. */
export interface Office {
  convert(
    file: Uint8Array,
    options: { inputFormat: string; outputFormat: 'pdf'; filterOptions: string },
  ): Promise<{ data: Uint8Array }>;
}

/**
 * Comments are talk about the text: as annotations, which this build makes by default and soffice does not, they lie over
 * it, and signers read them.
 */
export const PDF_FILTER = JSON.stringify({ ExportNotes: { type: 'boolean', value: 'false' } });
export const PACKAGE = '@matbee/libreoffice-converter';
/** Where this build keeps the user's profile, in its file system in memory. */
const PROFILE = '/instdir/user';
/** Which fonts stand for others, beside LibreOffice's own tables (fonts.conf(5)). */
const FONT_ALIASES = '/instdir/share/fonts/truetype/fc_local.conf';
/** DejaVu Sans has Verdana's proportions; LibreOffice would take the narrower Liberation Sans. */
const WIDE_SANS = ['Verdana', 'Tahoma'];
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
    const aliases = module.FS.readFile(FONT_ALIASES, { encoding: 'utf8' });
    module.FS.writeFile(FONT_ALIASES, withAliases(aliases));
    return module;
  };
  return createConverter({ wasmLoader: { createModule } });
}

/** The file of font aliases with ours before its end. */
export const withAliases = (file: string): string =>
  file.replace(
    '</fontconfig>',
    WIDE_SANS.map(
      (name) =>
        `<alias binding="same"><family>${name}</family><accept><family>DejaVu Sans</family></accept></alias>`,
    ).join('') + '</fontconfig>',
  );
