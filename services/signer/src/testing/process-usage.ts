import { globSync, readFileSync, writeFileSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
};

/** Processes that this one has started and that still run; Linux only. */
export const pidsOfChildren = (): number[] =>
  globSync('/proc/self/task/*/children')
    .flatMap((path) => read(path).split(' '))
    .filter((pid) => pid !== '')
    .map(Number);

/** Resident memory of a process, bytes: what it holds, and the most it held since {@link forgetPeak}; Linux only. */
export function memoryOf(pid: number | 'self'): { heldBytes: number; peakBytes: number } {
  const status = read(`/proc/${pid}/status`);
  const bytesIn = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024;
  return { heldBytes: bytesIn('VmRSS'), peakBytes: bytesIn('VmHWM') };
}

/** From now on the peak of a process is what it holds from now on (proc_pid_clear_refs(5)). */
export function forgetPeak(pid: number | 'self'): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** Resident memory of each process that this one has started and that still runs, bytes; Linux only. */
export function memoryOfChildren(): number[] {
  return pidsOfChildren().map((pid) => memoryOf(pid).heldBytes);
}

/** Ticks of a `/proc/…/stat`, from its fields of this number on (proc(5): 14 utime, 15 stime, 16 cutime, 17 cstime). */
const ticksIn = (stat: string, first: 14 | 16): number => {
  // The second field, the name in parentheses, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[first - 3] ?? 0) + Number(fields[first - 2] ?? 0);
};

/** Linux counts a hundred ticks a second (USER_HZ). */
const TICK_MS = 10;

/** Processor time that this process and those it started have taken so far, milliseconds; Linux only. */
export function cpuMsSoFar(): number {
  const { user, system } = process.cpuUsage();
  const running = pidsOfChildren().map((pid) => ticksIn(read(`/proc/${pid}/stat`), 14));
  const ended = ticksIn(read('/proc/self/stat'), 16);
  return (user + system) / 1000 + running.reduce((sum, ticks) => sum + ticks, ended) * TICK_MS;
}
