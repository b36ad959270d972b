import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process of this id exists, whosever it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether the process of this id is a running Postgres server: a pid file outlives its process, and after a reboot
 * the number may be reused. A server that ended but was not reaped yet has an empty command line. Where the
 * machine gives no answer, it is yes, because taking a running server for a dead one could cost data.
 */
export function isPostmaster(pid: number): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const listed = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return listed.error !== undefined || listed.stdout.includes('postgres');
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  } catch (error) {
    return !['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
