import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import type { ClusterLayout } from './cluster-layout.ts';
import type { NativeDistribution } from './native-distribution.ts';
import { isAlive } from './process-liveness.ts';
import { publishByLink, reachableHome, removeAbandoned } from './reachable-home.ts';
import { canReach, type ServerAccount } from './server-account.ts';
import { makeTraversableFolder } from './traversable-folder.ts';

/** The superuser of the embedded cluster. */
const clusterUser = 'lacre';

/**
 * Makes the cluster unless it exists. Commit point: the rename (or link) that gives the finished cluster its name.
 * A crash before it leaves a staging folder that the next start removes; of two starters only one can win it, and the
 * other uses what the winner made.
 */
export async function ensureCluster(
  layout: ClusterLayout,
  native: NativeDistribution,
  account: ServerAccount | undefined,
): Promise<void> {
  makeTraversableFolder(layout.root);
  ensurePassword(layout);
  await settleOtherStagings(layout);
  if (existsSync(layout.data)) return;
  const reachable = canReach(account, layout.data);
  if (!reachable) {
    makeTraversableFolder(reachableHome);
    removeAbandoned(reachableHome);
  }
  const staging = path.join(
    reachable ? layout.root : reachableHome,
    `initializing-${process.pid}-${randomUUID()}`,
  );
  mkdirSync(staging, { mode: 0o700 });
  if (account) chownSync(staging, account.uid, account.gid);
  try {
    const staged = await initialise(staging, readPassword(layout), native, account);
    if (reachable) renameSync(staged, layout.data);
    else publishByLink(staged, layout.data, reachableHome);
    syncFolder(layout.root);
  } catch (error) {
    if (!existsSync(layout.data)) throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The password of the cluster's superuser, as kept in `<dataDir>/<major>/password` (mode 0600). */
function readPassword(layout: ClusterLayout): string {
  return readFileSync(layout.passwordFile, 'utf8').trim();
}

/** URL of a database of the cluster, with the superuser's name and password. */
export function clusterConnectionString(layout: ClusterLayout, port: number, database: string): string {
  return `postgres://${clusterUser}:${readPassword(layout)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** The same by the server's Unix socket, whose round trips take less of the processor than TCP's (`bench/ways-in.bench.ts`). */
export function clusterSocketString(
  layout: ClusterLayout,
  { port, socketFolder }: { port: number; socketFolder: string | undefined },
  database: string,
): string {
  const url = clusterConnectionString(layout, port, database);
  return socketFolder === undefined ? url : `${url}?host=${encodeURIComponent(socketFolder)}`;
}

/** A hard link is made by one process only: the first password stays. */
function ensurePassword(layout: ClusterLayout): void {
  if (existsSync(layout.passwordFile)) return;
  const draft = `${layout.passwordFile}.${randomUUID()}`;
  writeFileSync(draft, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, layout.passwordFile);
  } catch (error) {
    if (!existsSync(layout.passwordFile)) throw error;
  } finally {
    rmSync(draft);
  }
}

/** Waits for a starter that is initialising now, so that it is not done twice, and removes what dead ones left. */
async function settleOtherStagings(layout: ClusterLayout): Promise<void> {
  const giveUpAt = Date.now() + 60_000;
  while (!existsSync(layout.data) && Date.now() < giveUpAt) {
    let busy = false;
    for (const name of readdirSync(layout.root)) {
      const pid = /^initializing-(\d+)-/.exec(name)?.[1];
      if (!pid) continue;
      if (isAlive(Number(pid))) busy = true;
      else rmSync(path.join(layout.root, name), { recursive: true, force: true });
    }
    if (!busy) return;
    await sleep(25);
  }
}

/** Runs initdb in the staging folder and returns the data directory it made there, synced to disk by initdb. */
async function initialise(
  staging: string,
  password: string,
  native: NativeDistribution,
  account: ServerAccount | undefined,
): Promise<string> {
  const passwordCopy = path.join(staging, 'password');
  writeFileSync(passwordCopy, `${password}\n`, { mode: 0o600 });
  if (account) chownSync(passwordCopy, account.uid, account.gid);
  const data = path.join(staging, 'cluster');
  const options = [
    ['-D', data],
    ['-U', clusterUser],
    [`--pwfile=${passwordCopy}`, '--auth=scram-sha-256'],
    // The builtin provider sorts alike on every machine; text order must not change with the C library.
    ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ];
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C' };
  await promisify(execFile)(native.initdb, options.flat(), { ...account, cwd: '/', env: environment }).catch(
    (cause: unknown) => {
      throw new Error(`initdb could not make ${data}`, { cause });
    },
  );
  return data;
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
