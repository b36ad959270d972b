// Runs the locked install when it is missing or stale. Needs no dependency and any Node from 20 on.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runningPrograms } from './running.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'node_modules', '.lacre-install');

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function fail(message) {
  console.error(message);
  // As `lacre` ends when something could not be done.
  process.exit(2);
}

/** The Node that the lock names for this platform, as every tool finds it: npm 9, Debian's, leaves this one link out. */
function linkNode() {
  const link = join(root, 'node_modules', '.bin', 'node');
  const named = join(`node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(link) || !existsSync(join(root, 'node_modules', named))) return;
  rmSync(link, { force: true });
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(join('..', named), link);
}

/** Notes which lock is installed: in a new file, for copies of `node_modules` by hard links share the one that is there. */
export function stampInstall() {
  linkNode();
  const written = `${stamp}.${process.pid}`;
  writeFileSync(written, lockHash());
  renameSync(written, stamp);
}

/**
 * Installs exactly what the lock names, unless it is installed already. Ends the process when it cannot, and while the
 * platform of this checkout runs: an install empties node_modules first.
 */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`O Lacre precisa do Node 20.19 ou mais novo; este é o ${process.version}.`);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash()) return;
  const running = runningPrograms(root);
  if (running.length > 0)
    fail(
      `As dependências mudaram, e o Lacre desta pasta está em uso (processo ${running.join(', ')}): encerre-o e rode npm start, que as instala.`,
    );
  // Before npm begins: one that is cut off leaves an install that no lock names.
  rmSync(stamp, { force: true });
  console.log('Instalando as dependências travadas (só na primeira vez; cerca de um minuto)…');
  const started = Date.now();
  const install = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (install.status !== 0)
    fail('A instalação falhou. Confira a conexão com o registro do npm e rode de novo.');
  // Also here, for an npm that is set to run no scripts.
  stampInstall();
  console.log(`Dependências instaladas em ${Math.round((Date.now() - started) / 1000)} s.`);
}

/** Node 24: the one npm installed for this platform, or the running one when it is new enough. */
export function node24() {
  const installed = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(installed)) return installed;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail('Nesta plataforma o npm não traz o Node 24: instale-o e rode de novo.');
}

/** The environment in which `node` and every tool are those of the lock. */
export function toolEnvironment() {
  const bin = join(root, 'node_modules', '.bin');
  return {
    ...process.env,
    PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    // What Node made of each module is kept: a start takes a fifth less of the processor.
    NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
  };
}
