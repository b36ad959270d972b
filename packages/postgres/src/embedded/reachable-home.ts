import { randomUUID } from 'node:crypto';
import {
  existsSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findPostmaster } from './postmaster.ts';

/** Where data lives when the folder asked for lies below one that the server's account may not enter. */
export const reachableHome = '/var/lib/lacre';

/** Of the note beside data that lies behind a link: the link's path. */
export const originSuffix = '.origin';

/**
 * Moves finished data into `home` and makes `link` lead to it. Beside the data stays a note of where the link is, so
 * that data whose temporary folder is gone can be distinguished from data in use.
 *
 * @throws when `link` exists: another process published first.
 */
export function publishByLink(staged: string, link: string, home: string): void {
  const target = path.join(home, `postgres-${randomUUID()}`);
  renameSync(staged, target);
  try {
    symlinkSync(target, link);
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
  writeFileSync(`${target}${originSuffix}`, path.join(realpathSync(path.dirname(link)), path.basename(link)));
}

/**
 * Removes data of `home` that was made for a temporary folder which is gone. Data made for any other folder stays,
 * whatever became of the folder: it may have been moved, or not be mounted now.
 */
export function removeAbandoned(home: string): void {
  const temporary = `${realpathSync(tmpdir())}${path.sep}`;
  for (const name of readdirSync(home)) {
    if (!name.endsWith(originSuffix)) continue;
    const note = path.join(home, name);
    const target = note.slice(0, -originSuffix.length);
    const link = readFileSync(note, 'utf8');
    if (!link.startsWith(temporary) || leadsTo(link, target) || findPostmaster({ data: target })) continue;
    rmSync(target, { recursive: true, force: true });
    rmSync(note, { force: true });
  }
}

function leadsTo(link: string, target: string): boolean {
  return existsSync(link) && readlinkSync(link) === target;
}
