import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, lstat, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

import type { Engine } from './engine.ts';

const run = promisify(execFile);
const REPOSITORY = 'lacre-test/debian';
/** The one that {@link importBase} made last. */
export const BASE = `${REPOSITORY}:latest`;
/** What Node needs beyond Debian's essential packages; images of Debian have it for the sake of apt. */
const BESIDES = ['libstdc++6'];
const FIELDS = ['Package', 'Version', 'Essential', 'Provides', 'Pre-Depends', 'Depends', 'db:Status-Status'];
const MEBIBYTE = 1024 * 1024;

interface Package {
  name: string;
  version: string;
  isEssential: boolean;
  /** One of each list has to be there. */
  needs: string[][];
}

/** `libc6 (>= 2.36), mawk | awk` → `[['libc6'], ['mawk', 'awk']]` */
const relations = (text: string): string[][] =>
  text
    .split(',')
    .map((group) => group.split('|').map((one) => /[^\s:(]+/.exec(one)?.[0] ?? ''))
    .filter(([first]) => first !== '');

/** Debian's essential packages, {@link BESIDES}, and what they depend on, of what this machine has installed. */
async function basePackages(): Promise<Package[]> {
  const format = `${FIELDS.map((field) => `\${${field}}`).join('\\t')}\\n`;
  const { stdout } = await run('dpkg-query', ['--show', `--showformat=${format}`], {
    maxBuffer: 64 * MEBIBYTE,
  });
  const installed = new Map<string, Package>();
  const providers = new Map<string, string>();
  for (const line of stdout.split('\n')) {
    const [name = '', version = '', essential, provides = '', before = '', depends = '', status] =
      line.split('\t');
    if (status !== 'installed' || installed.has(name)) continue;
    const needs = [...relations(before), ...relations(depends)];
    installed.set(name, { name, version, isEssential: essential === 'yes', needs });
    for (const [provided = ''] of relations(provides)) providers.set(provided, name);
  }
  const chosen = new Map<string, Package>();
  const choose = (name: string) => {
    const found = installed.get(name) ?? installed.get(providers.get(name) ?? '');
    if (found === undefined || chosen.has(found.name)) return;
    chosen.set(found.name, found);
    for (const alternatives of found.needs)
      choose(alternatives.find((one) => installed.has(one) || providers.has(one)) ?? '');
  };
  for (const { name, isEssential } of installed.values()) if (isEssential) choose(name);
  BESIDES.forEach(choose);
  return [...chosen.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Of the packages, as Debian 12 and newer have them: below /usr, without what only people read. */
async function filesOf(packages: readonly Package[]): Promise<string[]> {
  const { stdout } = await run('dpkg-query', ['--listfiles', ...packages.map(({ name }) => name)], {
    maxBuffer: 64 * MEBIBYTE,
  });
  const files = new Set<string>();
  for (const path of stdout.split('\n')) {
    if (!path.startsWith('/') || /^\/usr\/share\/(doc|info|locale|man)\b/.test(path)) continue;
    // `/bin` is a link to `/usr/bin` on this machine, and `/bin/bash` a file of it.
    const folder = await realpath(dirname(path)).catch(() => undefined);
    if (folder === undefined || folder === '/') continue;
    const file = join(folder, basename(path));
    const is = await lstat(file).catch(() => undefined);
    if (is !== undefined && !is.isDirectory()) files.add(file);
  }
  return [...files];
}

/** Debian without a registry or a mirror: the files of its essential packages, from this machine, after they changed. */
export async function importBase(engine: Engine): Promise<void> {
  const packages = await basePackages();
  const versions = packages.map(({ name, version }) => `${name} ${version}\n`).join('');
  const name = `${REPOSITORY}:${createHash('sha256').update(versions).digest('hex').slice(0, 16)}`;
  if (await engine.hasImage(name)) return;
  const former = await engine.docker('image', 'ls', '--format={{.Repository}}:{{.Tag}}', REPOSITORY);
  const folder = await mkdtemp(join(engine.workFolder, 'base-'));
  const root = join(folder, 'root');
  const archive = join(folder, 'files.tar');
  const list = join(folder, 'files');
  try {
    await mkdir(root);
    await writeFile(list, `${(await filesOf(packages)).join('\n')}\n`);
    await run('tar', ['--create', '--file', archive, '--absolute-names', '--files-from', list]);
    await run('tar', ['--extract', '--file', archive, '--directory', root]);
    for (const linked of ['bin', 'sbin', 'lib', 'lib64']) await symlink(`usr/${linked}`, join(root, linked));
    for (const empty of ['dev', 'proc', 'sys', 'run', 'root', 'etc', 'var'])
      await mkdir(join(root, empty), { recursive: true });
    await run('install', ['-d', '-m', '1777', join(root, 'tmp'), join(root, 'var/tmp')]);
    // What the packages make of these when they are installed.
    for (const table of ['passwd', 'group'])
      await copyFile(join(root, `usr/share/base-passwd/${table}.master`), join(root, 'etc', table));
    await writeFile(join(root, 'etc/nsswitch.conf'), 'passwd: files\ngroup: files\nhosts: files dns\n');
    await run('tar', ['--create', '--file', archive, '--directory', root, '.']);
    await engine.docker('import', archive, name);
    await engine.docker('tag', name, BASE);
    for (const outdated of former.split('\n').filter((other) => other !== '' && other !== BASE))
      await engine.docker('image', 'rm', outdated);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
