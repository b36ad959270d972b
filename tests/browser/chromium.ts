import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

import { chromium, type Browser } from 'playwright-core';

const run = promisify(execFile);
const decompress = promisify(brotliDecompress);
const require = createRequire(import.meta.url);

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium that npm brought, unpacked once per version and machine: its own way of unpacking hands out a browser
 * that another process is still writing. NSS and expat are in it for machines that lack them.
 */
async function unpackedChromium(): Promise<string> {
  const packed = join(dirname(require.resolve('@sparticuz/chromium')), '..');
  const { version } = JSON.parse(await readFile(join(packed, 'package.json'), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `lacre-chromium-${version}`);
  if (existsSync(folder)) return folder;
  const staging = await mkdtemp(`${folder}-`);
  const inflate = async (name: string) => decompress(await readFile(join(packed, 'bin', name)));
  await writeFile(join(staging, 'chromium'), await inflate('chromium.br'), { mode: 0o755 });
  for (const name of ['swiftshader', 'al2023']) {
    const archive = join(staging, `${name}.tar`);
    await writeFile(archive, await inflate(`${name}.tar.br`));
    await run('tar', ['-xf', archive, '-C', staging]);
    await rm(archive);
  }
  // Another test process may have unpacked it first; either copy serves.
  await rename(staging, folder).catch(() => rm(staging, { recursive: true, force: true }));
  return folder;
}

/** A real Chromium: `CHROMIUM_PATH` when given, else the one npm brought. `more` are arguments of its command line. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const given = process.env['CHROMIUM_PATH'];
  const args = [...ARGUMENTS, ...more];
  if (given !== undefined) return chromium.launch({ executablePath: given, args });
  const folder = await unpackedChromium();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
    },
  });
}
