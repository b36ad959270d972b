import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, cp, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { TOOLS } from '../support/go-program.ts';
import type { Engine } from './engine.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Debian as debootstrap makes it: what images of Debian are, without a registry. */
export const BASE = 'lacre-test/debian:bookworm';
const BUILD = 'lacre-test/build';
export const LACRE = 'lacre-test/lacre';
/** The first commit that an image could be built of. */
const FORMER_COMMIT = '37d82569f29b62ba287411fbd1d208847a2ad62c';
export const FORMER = `lacre-test/former:${FORMER_COMMIT.slice(0, 12)}`;

/** Builds the product's image as its Dockerfile says, on a base made here. */
export async function buildImage(engine: Engine): Promise<void> {
  await importBase(engine);
  await build(engine, LACRE, ROOT);
}

/** The same of an earlier release, once: its sources come from this repository's history. */
export async function buildFormerImage(engine: Engine): Promise<void> {
  await importBase(engine);
  if (await engine.hasImage(FORMER)) return;
  const sources = await mkdtemp(join(tmpdir(), 'lacre-former-'));
  try {
    const archive = join(sources, 'sources.tar');
    await run('git', ['archive', `--output=${archive}`, FORMER_COMMIT], { cwd: ROOT });
    await run('tar', ['--extract', '--file', archive, '--directory', sources]);
    await rm(archive);
    await build(engine, FORMER, sources);
  } finally {
    await rm(sources, { recursive: true, force: true });
  }
}

async function build(engine: Engine, tag: string, sources: string): Promise<void> {
  await engine.docker(
    'build',
    '--network=host',
    `--tag=${tag}`,
    `--build-arg=BASE_IMAGE=${BASE}`,
    `--build-arg=BUILD_IMAGE=${await buildBuildImage(engine)}`,
    sources,
  );
}

async function importBase(engine: Engine): Promise<void> {
  if (await engine.hasImage(BASE)) return;
  const kept = join(TOOLS, 'debian-bookworm.tar');
  if (!existsSync(kept)) {
    const folder = await mkdtemp(join(tmpdir(), 'lacre-base-'));
    try {
      await run('debootstrap', ['--variant=minbase', 'bookworm', join(folder, 'root')], {
        maxBuffer: 64 * 1024 * 1024,
      });
      await run('tar', [
        '--create',
        '--file',
        join(folder, 'base.tar'),
        '--directory',
        join(folder, 'root'),
        '.',
      ]);
      // Whole or not at all, also over file systems.
      await copyFile(join(folder, 'base.tar'), `${kept}.${process.pid}`);
      await rename(`${kept}.${process.pid}`, kept);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  await engine.docker('import', kept, BASE);
}

const versionIn = (file: string): string =>
  (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;

/**
 * The base with the locked Node and this machine's npm, and the certificates that this machine believes registries by.
 *
 * @returns its name
 */
async function buildBuildImage(engine: Engine): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'command -v npm']);
  // npm's own folder, from its `bin/npm-cli.js`.
  const npm = join(await realpath(stdout.trim()), '..', '..');
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  const contents = [
    process.version,
    versionIn(join(npm, 'package.json')),
    readFileSync(certificates, 'utf8'),
  ];
  const tag = createHash('sha256').update(contents.join('\n')).digest('hex').slice(0, 16);
  const name = `${BUILD}:${tag}`;
  if (await engine.hasImage(name)) return name;
  const context = await mkdtemp(join(tmpdir(), 'lacre-build-'));
  try {
    await copyFile(process.execPath, join(context, 'node'));
    await cp(npm, join(context, 'npm'), { recursive: true });
    await copyFile(certificates, join(context, 'certificates.crt'));
    await writeFile(
      join(context, 'Dockerfile'),
      `FROM ${BASE}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY certificates.crt /etc/ssl/certs/ca-certificates.crt
RUN chmod 755 /usr/local/bin/node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
`,
    );
    await engine.docker('build', '--tag', name, context);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
  return name;
}
