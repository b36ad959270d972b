import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile, cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { BASE, importBase } from './debian-base.ts';
import type { Engine } from './engine.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const BUILD = 'lacre-test/build';
const PROXIES = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'];
export const LACRE = 'lacre-test/lacre';
/** The first commit whose image runs every service. */
const FORMER_COMMIT = 'f4a9cb646fe84a8b9bc9152dcd129564aaa58cff';
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
  const sources = await mkdtemp(join(engine.workFolder, 'former-'));
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
  await engine.build(
    tag,
    `--build-arg=BASE_IMAGE=${BASE}`,
    `--build-arg=BUILD_IMAGE=${await buildBuildImage(engine)}`,
    // Their values come from the environment, and are no part of the image.
    ...PROXIES.filter((name) => process.env[name] !== undefined).map((name) => `--build-arg=${name}`),
    sources,
  );
}

const versionIn = (file: string): string =>
  (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;

/**
 * The base with the locked Node and this machine's npm, its registry, and the certificates that it believes registries by.
 *
 * @returns its name
 */
async function buildBuildImage(engine: Engine): Promise<string> {
  const { stdout } = await run('sh', ['-c', 'command -v npm']);
  // npm's own folder, from its `bin/npm-cli.js`.
  const npm = join(await realpath(stdout.trim()), '..', '..');
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  const registry = (await run('npm', ['config', 'get', 'registry'], { cwd: ROOT })).stdout.trim();
  const contents = [
    registry,
    process.version,
    versionIn(join(npm, 'package.json')),
    readFileSync(certificates, 'utf8'),
  ];
  const tag = createHash('sha256').update(contents.join('\n')).digest('hex').slice(0, 16);
  const name = `${BUILD}:${tag}`;
  if (await engine.hasImage(name)) return name;
  const context = await mkdtemp(join(engine.workFolder, 'build-'));
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
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt NPM_CONFIG_REGISTRY=${registry}
`,
    );
    await engine.build(name, context);
  } finally {
    await rm(context, { recursive: true, force: true });
  }
  return name;
}
