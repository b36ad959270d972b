import { lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The uid and gid a server process runs as. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

/**
 * The account Postgres must be started as: nothing when the process already is an ordinary user, else an existing
 * one, because Postgres refuses to run as root and needs a passwd entry for its effective uid.
 *
 * @throws when the process is root and the machine has neither a `postgres` nor a `nobody` user.
 */
export function serverAccount(passwdFile = '/etc/passwd'): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const entries = readFileSync(passwdFile, 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = entries.find(([user]) => user === name);
    // macOS writes `nobody` as -2: the same bits as the unsigned uid the system call takes.
    if (entry) return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 };
  }
  throw new Error(
    `Postgres does not run as root, and ${passwdFile} has no user "postgres" or "nobody" to run it as`,
  );
}

/** Whether `account` can reach `target` through every folder above it. An absent account is the process itself. */
export function canReach(account: ServerAccount | undefined, target: string): boolean {
  if (!account) return true;
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const executeBit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & executeBit) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/**
 * Whether `folder` is a real folder of ours that no other account can write: what is executed from it is what we put.
 */
export function isPrivateToUs(folder: string): boolean {
  const { mode, uid } = lstatSync(folder);
  const isFolder = (mode & 0o170000) === 0o040000;
  return isFolder && uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
}
