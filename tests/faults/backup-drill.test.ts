import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { ERASED, type AnswerOf } from '@lacre/contracts';
import { BackupFolder } from '@lacre/local/backup/backup-folder';
import { backupKeys } from '@lacre/local/backup/backup-key';
import { startHookServer } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { isLong, keepFigures } from '../support/long-form.ts';
import { operated } from '../support/operator-command.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';
import { until } from '../support/until.ts';

/** Of each of the two backups; the full form (`npm run test:long -- backup-drill`) measures. */
const PROCESSES = isLong ? 60 : 6;

interface Acknowledged {
  processId: string;
  documentId: string;
  /** By the clock of this machine, once the answer was here. */
  createdAt: number;
  signedAt: number;
}

const environment = {
  CREDITS_GRANT: '100000',
  WEBHOOK_ALLOW_LOOPBACK: 'true',
  // Callers say where they are: each may validate so much.
  TRUSTED_PROXIES: '1',
};
const delivered: string[] = [];
const figures: Record<string, unknown> = { processes: PROCESSES };
const acknowledged: Acknowledged[] = [];
let root: string;
let backup: string;
let keyFile: string;
let hook: Awaited<ReturnType<typeof startHookServer>>;
let lacre: Lacre;
let restored: Lacre;
let account: Account;
let ana: Person;
let anaSession: Api;
let erasedBefore: Person;
let erasedAfter: Person;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lacre-backup-'));
  [backup, keyFile] = [join(root, 'backup'), join(root, 'backup.key')];
  await writeFile(keyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  hook = await startHookServer(
    ({ headers }, response) => {
      delivered.push(String(headers['webhook-id']));
      response.writeHead(204).end();
    },
    { tls: false },
  );
  lacre = await Lacre.create(environment);
  restored = await Lacre.create(environment);
  await lacre.start();
  account = await openAccount(lacre.origin);
  const url = `http://127.0.0.1:${hook.port}/avisos`;
  await account.api.call('createWebhook', { body: { url, description: 'ERP' } });
  ana = await addPerson(account.api, 'Ana Souza');
  erasedBefore = await addPerson(account.api, 'Zuleica Pamplona Quixabeira');
  erasedAfter = await addPerson(account.api, 'Quitéria Figueira Dourado');
  const both = await begun([erasedBefore, erasedAfter]);
  for (const person of [erasedBefore, erasedAfter])
    await signAll(await personSession(lacre.origin, both.processId, person), both.processId);
  await processWhen(account.api, both.processId, ({ status }) => status === 'finished');
  acknowledged.push({ ...both, createdAt: Date.now(), signedAt: Date.now() });
  await erase(erasedBefore);
  const first = await begun([ana]);
  anaSession = await personSession(lacre.origin, first.processId, ana);
  await signed(first);
}, 300_000);
afterAll(async () => {
  await lacre.dispose();
  await restored.dispose();
  await hook.close();
  await rm(root, { recursive: true, force: true });
});

async function begun(persons: readonly Person[]): Promise<{ processId: string; documentId: string }> {
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const asked = persons.map((person) => ({ person, part: 'signer' as const }));
  const { processId, documents } = await openProcess(account, [{ proof }], asked);
  return { processId, documentId: documents[0]?.documentId ?? '' };
}

async function signed(process: { processId: string; documentId: string }): Promise<void> {
  const createdAt = Date.now();
  await signAll(anaSession, process.processId);
  acknowledged.push({ ...process, createdAt, signedAt: Date.now() });
}

async function load(): Promise<void> {
  for (let n = 0; n < PROCESSES; n += 1) await signed(await begun([ana]));
}

const erase = ({ personId }: Person) =>
  account.api.call('erasePerson', { params: { personId }, body: { reason: 'subject-request' } });

const backUp = (...words: string[]) =>
  operated(lacre.dataDir, 'backup', ...words, '--to', backup, '--key-file', keyFile);
const manifest = async () =>
  (await BackupFolder.toRead(backup, await backupKeys(keyFile, undefined))).manifest;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const seconds = (beganAt: number): number => Number(((performance.now() - beganAt) / 1000).toFixed(1));

it('is made under load, updated with new events, and restored whole', async () => {
  let beganAt = performance.now();
  const [first] = await Promise.all([backUp(), load()]);
  figures['firstBackupAndLoadSeconds'] = seconds(beganAt);
  expect(first).toContain('Tudo o que foi confirmado até');
  const { log: firstLog } = await manifest();
  const sealed = await sealedNow();
  expect(sealed.size).toBeGreaterThan(0);
  beganAt = performance.now();
  await Promise.all([backUp(), load()]);
  figures['secondBackupAndLoadSeconds'] = seconds(beganAt);
  // What was there is left as it is.
  const { log, takenAt, run } = await manifest();
  expect(run).toBe(2);
  expect(log.segments.slice(0, firstLog.segments.length)).toEqual(firstLog.segments);
  expect(log.events).toBeGreaterThan(firstLog.events);

  await load();
  const lost = await begun([ana]);
  await erase(erasedAfter);
  beganAt = performance.now();
  expect(await backUp('erasures')).toContain('1 eliminação guardada');
  figures['erasuresSeconds'] = seconds(beganAt);
  const deliveredBefore = new Set(delivered);
  await lacre.kill();
  await rm(lacre.dataDir, { recursive: true, force: true });

  beganAt = performance.now();
  expect(
    await operated(lacre.dataDir, 'backup', 'verify', '--from', backup, '--key-file', keyFile),
  ).toContain('A cópia está inteira');
  figures['verifySeconds'] = seconds(beganAt);
  beganAt = performance.now();
  const said = await operated(restored.dataDir, 'restore', '--from', backup, '--key-file', keyFile);
  figures['restoreSeconds'] = seconds(beganAt);
  expect(said).toContain('1 eliminação posterior foi repetida');
  expect(said).toMatch(/o que foi confirmado depois desse momento, não/);
  await restored.start();
  figures['restoreAndStartSeconds'] = seconds(beganAt);

  await expectThere(Date.parse(takenAt), sealed);
  expect(await account.api.refused('getProcess', { params: { processId: lost.processId } })).toBe(
    'SIGNATURE_PROCESS_NOT_FOUND',
  );
  await expectErased();
  // What was sent is not sent again, and what is new is.
  await addPerson(account.api, 'Rui Barbosa');
  await until('what is new is delivered', () =>
    Promise.resolve(delivered.length > deliveredBefore.size || undefined),
  );
  figures['events'] = (await manifest()).log.events;
  figures['megabytes'] = await megabytesIn(backup);

  await restored.stop();
  expect(await operated(restored.dataDir, 'fsck')).toContain('Tudo confere');
  keepFigures('backup', { ...figures, load: Number(loadavg()[0]?.toFixed(1)) });
}, 1_800_000);

async function megabytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return Number((sizes.reduce((sum, size) => sum + size, 0) / 1_000_000).toFixed(1));
}

/** What people are given of each document that is sealed by now, by process. */
async function sealedNow(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { processId, documentId } of acknowledged) {
    const { status } = await account.api.call('getProcess', { params: { processId } });
    if (status === 'finished')
      found.set(processId, sha256(await account.api.bytes('downloadSealed', { processId, documentId })));
  }
  return found;
}

async function expectThere(takenAtMs: number, sealed: ReadonlyMap<string, string>): Promise<void> {
  // Sessions from before the restore have ended.
  expect(await new Api(restored.origin, account.api.token).refused('listTags')).toMatch(/^AUTH/);
  const visitor = new Api(restored.origin);
  const { email, password } = account;
  const { token } = await visitor.call('signIn', { body: { email, password } });
  account = { ...account, api: visitor.as(token) };
  const due = acknowledged.filter(({ signedAt }) => signedAt < takenAtMs);
  expect(due.length).toBeGreaterThan(PROCESSES);
  const files = new Map<string, string>();
  for (const { processId, documentId } of due) {
    await processWhen(account.api, processId, ({ status }) => status === 'finished');
    const bytes = await account.api.bytes('downloadSealed', { processId, documentId });
    const verdict = (await (
      await new Api(restored.origin).upload(bytes, 'contrato.pdf', 'validateDocument')
    ).json()) as AnswerOf<'validateDocument'>;
    expect(verdict, processId).toMatchObject({ verdict: 'genuine' });
    files.set(processId, sha256(bytes));
  }
  // Sealed before the backup began, it is the same file; sealed later, it is sealed again.
  for (const [processId, before] of sealed) expect(files.get(processId), processId).toBe(before);
}

async function expectErased(): Promise<void> {
  const { processId } = acknowledged[0]!;
  const shown = await account.api.call('getProcess', { params: { processId } });
  const names = JSON.stringify(shown);
  expect(names).toContain(ERASED);
  for (const { name, email } of [erasedBefore, erasedAfter]) {
    expect(names).not.toContain(name);
    expect(names).not.toContain(email);
  }
  const { items } = await account.api.call('listPersons');
  expect(items.map(({ personId }) => personId)).toEqual(expect.arrayContaining([ana.personId]) as string[]);
  for (const { personId } of [erasedBefore, erasedAfter])
    expect(items.map((one) => one.personId)).not.toContain(personId);
}

it('names the fault of a damaged copy, and restores no part of it', async () => {
  const skewed = join(root, 'skewed');
  await cp(backup, skewed, { recursive: true });
  await rm(join(skewed, 'manifest'));
  await expect(
    operated(restored.dataDir, 'restore', '--from', skewed, '--key-file', keyFile),
  ).rejects.toThrow(/não há uma cópia de segurança/);
  await expect(
    operated(restored.dataDir, 'restore', '--from', backup, '--key-file', keyFile),
  ).rejects.toThrow(/já tem uma instalação do Lacre/);
});
