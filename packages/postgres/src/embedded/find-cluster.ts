import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

import { originSuffix } from './reachable-home.ts';

/**
 * Where the cluster of a data folder is: `here`, `absent` (none was ever made), `lost` behind a link whose target is not
 * on this machine, or `shared` with the folder that it was made for and that still uses it.
 */
export type FoundCluster =
  | { state: 'here' | 'absent' }
  | { state: 'lost'; target: string }
  | { state: 'shared'; target: string; owner: string };

/** Looks without changing anything. @param dataDir as of `startEmbeddedPostgres` */
export function findCluster(dataDir: string): FoundCluster {
  const root = path.resolve(dataDir);
  const links = (existsSync(root) ? readdirSync(root) : [])
    .map((major) => path.join(root, major, 'cluster'))
    .filter((link) => lstatSync(link, { throwIfNoEntry: false }) !== undefined);
  let found: FoundCluster = { state: 'absent' };
  for (const link of links) {
    found = { state: 'here' };
    if (!lstatSync(link).isSymbolicLink()) continue;
    const target = readlinkSync(link);
    if (!existsSync(target)) return { state: 'lost', target };
    const owner = ownerOf(target);
    if (owner !== undefined && owner !== link && leadsTo(owner, target))
      return { state: 'shared', target, owner };
  }
  return found;
}

/** The link that the data was made for; undefined when there is no note of it. */
const ownerOf = (target: string): string | undefined =>
  existsSync(`${target}${originSuffix}`) ? readFileSync(`${target}${originSuffix}`, 'utf8') : undefined;

/** Whether another folder than ours still uses the data: one that was moved leaves no link behind. */
const leadsTo = (link: string, target: string): boolean =>
  lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() === true && readlinkSync(link) === target;
