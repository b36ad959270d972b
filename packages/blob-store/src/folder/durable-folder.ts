import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes an entry of the folder (a file created, linked or renamed into it) survive a loss of power. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** As `mkdir -p`, for an absolute path, surviving a loss of power. */
export async function makeDurably(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Makes folders that survive a loss of power, and remembers which do already. */
export class DurableFolders {
  readonly #root: string;
  readonly #durable = new Set<string>();

  /** `root` exists. */
  constructor(root: string) {
    this.#root = root;
  }

  async ensure(path: string): Promise<void> {
    if (path === this.#root || this.#durable.has(path)) return;
    const parent = dirname(path);
    await this.ensure(parent);
    await mkdir(path, { recursive: true, mode: 0o700 });
    await syncFolder(parent);
    this.#durable.add(path);
  }
}
