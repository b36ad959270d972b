import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { PACKAGE, withAliases } from '../../../intake/office/embedded/libreoffice.ts';

const run = promisify(execFile);

/** The embedded LibreOffice's fonts, for another program: what differs then is not the fonts. */
function writeFonts(folder: string): string {
  const wasm = join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), 'wasm');
  const fonts = join(folder, 'fonts');
  mkdirSync(fonts);
  const files = readFileSync(join(wasm, 'soffice.cjs'), 'utf8').matchAll(
    /"?filename"?:"([^"]*\/fonts\/truetype\/[^"]+)","?start"?:(\d+),"?end"?:(\d+)/g,
  );
  const image = openSync(join(wasm, 'soffice.data'), 'r');
  for (const [, path = '', start, end] of files) {
    const content = Buffer.alloc(Number(end) - Number(start));
    readSync(image, content, 0, content.length, Number(start));
    writeFileSync(join(fonts, basename(path)), content);
  }
  closeSync(image);
  const own = readFileSync(join(fonts, 'fc_local.conf'), 'utf8');
  const places = `<dir>${fonts}</dir><cachedir>${join(folder, 'font-cache')}</cachedir>`;
  const system = '<include ignore_missing="yes">/etc/fonts/conf.d</include></fontconfig>';
  const path = join(folder, 'fonts.conf');
  writeFileSync(
    path,
    withAliases(own).replace('<fontconfig>', `<fontconfig>${places}`).replace('</fontconfig>', system),
  );
  return path;
}

/** The system's soffice, with the embedded one's fonts, for files of its own: many at once, since each start costs. */
export function referenceOffice(soffice: string, folder: string) {
  const fonts = writeFonts(folder);
  const convert = async (filter: string, paths: readonly string[]): Promise<void> => {
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const words = ['--headless', profile, '--convert-to', filter, '--outdir', folder, ...paths];
    await run(soffice, words, { env: { PATH: process.env['PATH'], HOME: folder, FONTCONFIG_FILE: fonts } });
  };
  return {
    toPdf: (paths: readonly string[]) => convert('pdf', paths),
    toDoc: (paths: readonly string[]) => convert('doc:MS Word 97', paths),
  };
}
