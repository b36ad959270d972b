import { readdirSync, readFileSync } from 'node:fs';

import type { Pool } from 'pg';

/** Clock ticks of /proc, per second (proc(5); the same on every Linux that Node runs on). */
const TICKS = 100;

/** CPU seconds of a Postgres server on this machine, of all its processes, those that ended among them; Linux alone. */
export async function databaseCpuSeconds(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const server = statOf(String(rows[0]?.pid))?.parent;
  if (server === undefined) throw new Error('the database is not on this machine');
  return processCpuSeconds(Number(server));
}

/** The same of a process with those that it started. */
export function processCpuSeconds(process: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc')) {
    const stat = /^\d+$/.test(pid) ? statOf(pid) : undefined;
    if (stat !== undefined && (pid === String(process) || stat.parent === String(process)))
      ticks += stat.own + stat.ofEnded;
  }
  return ticks / TICKS;
}

function statOf(pid: string): { parent: string; own: number; ofEnded: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything (proc_pid_stat(5), fields 3 to 17).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [own = 0, system = 0, children = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number);
    return { parent: fields[1] ?? '', own: own + system, ofEnded: children + childrenSystem };
  } catch {
    // It has ended since the folder was read.
    return undefined;
  }
}
