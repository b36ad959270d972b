import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const ROOT = '/sys/fs/cgroup';

/** A control group of its own that bounds what all its processes hold in memory, files in memory among it. */
export interface MemoryGroup {
  /** A process joins by writing its id (or 0, itself) here. */
  processes: string;
  /** After its last process has ended. */
  remove(): Promise<void>;
}

/**
 * Makes a group below this process's own (cgroups(7)): version 1, or version 2 where memory is handed on to
 * sub-groups. Undefined where the system does not let us, which is the rule for an ordinary user.
 */
export async function openMemoryGroup(maxBytes: number): Promise<MemoryGroup | undefined> {
  const parent = await parentGroup();
  if (parent === undefined) return undefined;
  opened += 1;
  return open(join(parent.folder, `${PREFIX}${process.pid}-${opened}`), parent.limit, maxBytes);
}

const PREFIX = 'lacre-office-';
let opened = 0;

/** Removes what a process that was killed has left. */
export async function removeStaleGroups(): Promise<void> {
  const parent = await parentGroup();
  const names = parent ? await readdir(parent.folder).catch(() => []) : [];
  for (const name of names) {
    const owner = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN;
    // The group of a process that runs may be about to be used; one that is in use cannot be removed.
    if (parent && !Number.isNaN(owner) && !isRunning(owner))
      await rmdir(join(parent.folder, name)).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Where groups of this process are made, and the file that bounds their memory. */
async function parentGroup(): Promise<{ folder: string; limit: string } | undefined> {
  const lines = (await readFile('/proc/self/cgroup', 'utf8').catch(() => '')).split('\n');
  const pathOf = (pattern: RegExp): string | undefined =>
    lines.map((line) => pattern.exec(line)?.[1]).find((path) => path !== undefined);
  const first = pathOf(/^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/);
  const second = pathOf(/^0::(.*)$/);
  if (first !== undefined) return { folder: join(ROOT, 'memory', first), limit: 'memory.limit_in_bytes' };
  return second === undefined ? undefined : { folder: join(ROOT, second), limit: 'memory.max' };
}

async function open(folder: string, limit: string, maxBytes: number): Promise<MemoryGroup | undefined> {
  try {
    await mkdir(folder);
  } catch {
    return undefined;
  }
  try {
    // `r+`: where memory is not handed on the file is absent, and must not look as if it had been written.
    await writeFile(join(folder, limit), String(maxBytes), { flag: 'r+' });
    return { processes: join(folder, 'cgroup.procs'), remove: () => remove(folder) };
  } catch {
    await remove(folder);
    return undefined;
  }
}

/** A group is busy until the kernel has done with the processes that were killed. */
async function remove(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const gone = await rmdir(folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    );
    if (gone) return;
    await setTimeout(20);
  }
}
