import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

import sparticuz from '@sparticuz/chromium';
import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);
const decompress = promisify(brotliDecompress);

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** NSS and expat for machines that lack them: the package ships them for another loader, so they are unpacked here. */
async function bundledLibraries(): Promise<string> {
  const folder = join(tmpdir(), 'lacre-chromium-libraries');
  if (existsSync(join(folder, 'lib'))) return join(folder, 'lib');
  const archive = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
    'bin',
    'al2023.tar.br',
  );
  const staging = `${folder}-${process.pid}`;
  await mkdir(staging, { recursive: true });
  await writeFile(join(staging, 'libraries.tar'), await decompress(await readFile(archive)));
  await run('tar', ['-xf', join(staging, 'libraries.tar'), '-C', staging]);
  // Another test process may have unpacked it first; either copy serves.
  await rename(staging, folder).catch(() => rm(staging, { recursive: true, force: true }));
  return join(folder, 'lib');
}

/** A real Chromium: `CHROMIUM_PATH` when given, else the one npm brought. `more` are arguments of its command line. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  const args = [...ARGUMENTS, ...more];
  if (given !== undefined) return chromium.launch({ executablePath: given, args });
  const libraries = await bundledLibraries();
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
    },
  });
}
