// Builds the client when its sources are newer than what was built.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, toolEnvironment } from './install.mjs';

const SOURCES = ['web', 'packages/contracts', 'packages/client', 'package-lock.json'];
/** `pdfjs` is copied from its package at each build. */
const SKIPPED = new Set(['node_modules', 'dist', '.turbo', 'pdfjs']);
const stamp = join(root, 'web', 'dist', '.sources');

function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  const entries = (() => {
    try {
      return readdirSync(full, { withFileTypes: true });
    } catch {
      return null;
    }
  })();
  if (entries === null) return [path];
  return entries
    .filter((entry) => !SKIPPED.has(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)],
    );
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesUnder).toSorted((a, b) => a.localeCompare(b)))
    hash.update(path).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Leaves a fresh client in web/dist; exits when it does not build. */
export function ensureWebBuilt() {
  const wanted = sourcesHash();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Construindo o cliente web…');
  const started = Date.now();
  const build = spawnSync('npm', ['run', 'build', '--workspace', 'web', '--silent'], {
    cwd: root,
    env: toolEnvironment(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (build.status !== 0) {
    console.error(`${build.stdout ?? ''}${build.stderr ?? ''}\nO cliente web não pôde ser construído.`);
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
  console.log(`Cliente construído em ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}
