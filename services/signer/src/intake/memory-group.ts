import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
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
export async function openMemoryGroup(name: string, maxBytes: number): Promise<MemoryGroup | undefined> {
  const lines = (await readFile('/proc/self/cgroup', 'utf8').catch(() => '')).split('\n');
  const pathOf = (pattern: RegExp): string | undefined =>
    lines.map((line) => pattern.exec(line)?.[1]).find((path) => path !== undefined);
  const first = pathOf(/^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(.*)$/);
  const second = pathOf(/^0::(.*)$/);
  if (first !== undefined) {
    return open(join(ROOT, 'memory', first, name), 'memory.limit_in_bytes', maxBytes);
  }
  return second === undefined ? undefined : open(join(ROOT, second, name), 'memory.max', maxBytes);
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
