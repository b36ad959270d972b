// Which of this checkout's own programs run. Needs no dependency and any Node from 20 on.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What `npm start`, a service by itself and `npx lacre` run. */
const PROGRAM = /^(infra\/local\/src\/(main|lacre)|services\/[^/]+\/src\/main)\.ts$/;

function programsByProc(root) {
  const found = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (!words.some((word) => word.endsWith('.ts'))) continue;
      const folder = readlinkSync(`/proc/${pid}/cwd`);
      const paths = words.map((word) => resolve(folder, word));
      if (paths.some((path) => path.startsWith(root) && PROGRAM.test(path.slice(root.length))))
        found.push(Number(pid));
    } catch {
      // It ended meanwhile, or is another account's, which this one may neither end nor install for.
    }
  }
  return found;
}

/** Finds what was started by its whole path, as `npm start` and `npx lacre` do. */
function programsByPs(root) {
  const { error, stdout } = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' });
  return (error === undefined ? stdout : '')
    .split('\n')
    .filter((line) => {
      const from = line.indexOf(root);
      return from > 0 && PROGRAM.test(line.slice(from + root.length).split(' ')[0]);
    })
    .map((line) => Number.parseInt(line, 10));
}

/**
 * The ids of processes that run the checkout in this folder. Asked of the system, not of a file: a file would outlive a
 * process that was killed, and know nothing of one that an earlier release started.
 */
export function runningPrograms(folder) {
  const root = join(realpathSync(folder), '/');
  return process.platform === 'linux' ? programsByProc(root) : programsByPs(root);
}
