import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { OperatorProcess } from '../support/operator-command.ts';
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
} from '../support/scenario.ts';
import { until } from '../support/until.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });

/** All that a first key may be replaced by another of, and how long the former one is needed. */
const ROTATED = ['blob-master', 'payload', 'proof', 'identity', 'personal-data'] as const;
const RETIRED = ['blob-master', 'identity', 'personal-data'] as const;

let root: string;
let keyFile: string;
let backup: string;
let lacre: Lacre;
let account: Account;
const databases: TestDatabase[] = [];
const machines: Machine[] = [];
/** Before the keys were replaced, and after. */
const sealed: { processId: string; documentId: string; bytes: Uint8Array }[] = [];

type Machine = Lacre & { databaseUrl: string };

/** An operator's command in a process of its own. */
const started = (
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string },
  args: readonly string[],
): OperatorProcess =>
  new OperatorProcess(dataDir, databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }, ...args);

async function expectDone(...[site, args]: Parameters<typeof started>): Promise<string> {
  const { status, said } = await started(site, args).ended;
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${said}`);
  return said;
}

async function seal(): Promise<void> {
  const ana = await addPerson(account.api, 'Ana Souza Lima');
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'Contrato.pdf');
  const { processId, documents } = await openProcess(account, [{ proof }], [{ person: ana, part: 'signer' }]);
  await signAll(await personSession(lacre.origin, processId, ana), processId);
  await processWhen(account.api, processId, ({ status }) => status === 'finished');
  const documentId = documents[0]?.documentId ?? '';
  const bytes = await account.api.bytes('downloadSealed', { processId, documentId });
  sealed.push({ processId, documentId, bytes });
}

async function signIn(origin: string): Promise<Api> {
  const { email, password } = account;
  const { token } = await new Api(origin).call('signIn', { body: { email, password } });
  return new Api(origin, token);
}

async function restartWithNewKeys(): Promise<void> {
  for (const name of ROTATED) await expectDone(lacre, ['keys', 'rotate', name]);
  await lacre.stop();
  await lacre.start();
  account = { ...account, api: await signIn(lacre.origin) };
}

async function retireFormerKeys(): Promise<void> {
  for (const name of RETIRED)
    await until(
      `${name} to be retired`,
      async () => (await started(lacre, ['keys', 'retire', name]).ended).status === 0 || undefined,
      60_000,
    );
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lacre-restores-'));
  await chmod(root, 0o755);
  [keyFile, backup] = [join(root, 'backup.key'), join(root, 'backup')];
  await writeFile(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  lacre = await Lacre.create();
  await lacre.start();
  account = await openAccount(lacre.origin);
  await seal();
  await expectDone(lacre, BACKUP());
  await restartWithNewKeys();
  await seal();
});
afterAll(async () => {
  await Promise.all([lacre, ...machines].map((each) => each.dispose()));
  await Promise.all(databases.map(({ drop }) => drop()));
  await rm(root, { recursive: true, force: true });
});

const BACKUP = () => ['backup', '--to', backup, '--key-file', keyFile] as const;
const RESTORE = () => ['restore', '--from', backup, '--key-file', keyFile] as const;

/** A machine that has the backup and its key, and nothing of the installation. */
async function otherMachine(): Promise<Machine> {
  const database = await createTestDatabase();
  databases.push(database);
  const { connectionString: databaseUrl } = database;
  const machine = Object.assign(await Lacre.create({ DATABASE_URL: databaseUrl }), { databaseUrl });
  machines.push(machine);
  return machine;
}

/** As an operator empties a database, without making another. */
async function dropTables({ databaseUrl }: Machine): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
  );
  for (const { name } of rows) await client.query(`drop schema "${name}" cascade`);
  await client.query('create schema public');
  await client.end();
}

async function expectEverythingThere(restored: Lacre): Promise<void> {
  const api = await signIn(restored.origin);
  for (const { bytes, ...ids } of sealed) {
    const found = await api.bytes('downloadSealed', ids);
    expect(Buffer.from(found).equals(Buffer.from(bytes))).toBe(true);
    const answer = await new Api(restored.origin).upload(found, 'selado.pdf', 'validateDocument');
    expect(await answer.json()).toMatchObject({ verdict: 'genuine' });
  }
}

it('restores a backup whose first run was before its keys were replaced and whose last is after they were retired', async () => {
  await expectDone(lacre, BACKUP());
  await retireFormerKeys();
  await expectDone(lacre, BACKUP());
  const restored = await otherMachine();
  await expectDone(restored, RESTORE());
  await restored.start();
  await expectEverythingThere(restored);
  await restored.stop();
  expect(await expectDone(restored, ['fsck', '--whole'])).toContain('Tudo confere');
});

describe('a restore that is killed', () => {
  let interrupted: Machine;

  const says =
    (line: string) =>
    (said: string): boolean =>
      said.includes(line);

  it.each([
    ['with its keys alone', () => existsSync(join(interrupted.dataDir, 'secrets.json'))],
    ['before its log', says('✓ identidade, chaves e credenciais')],
    ['after its last file', says('✓ registro conferido')],
  ])('%s leaves nothing that starts, and says what to do', async (_moment, killedWhen) => {
    interrupted = await otherMachine();
    const { status } = await started(interrupted, RESTORE()).killWhen(killedWhen);
    expect(status).toBe(null);
    for (const args of [RESTORE(), ['log', 'adopt', '--reason', 'teste']]) {
      const again = await started(interrupted, args).ended;
      expect([args[0], again.status, again.said]).toEqual([
        args[0],
        2,
        expect.stringMatching(/não terminou.*esvazie a pasta.*lacre restore/),
      ]);
    }
    await expect(interrupted.start()).rejects.toThrow(/não terminou.*lacre restore/);
  });

  it('is done again once folder and database were emptied', async () => {
    await rm(interrupted.dataDir, { recursive: true });
    await mkdir(interrupted.dataDir);
    await dropTables(interrupted);
    await expectDone(interrupted, RESTORE());
    expect(await readdir(interrupted.dataDir)).not.toContain('restoring');
    await interrupted.start();
    await expectEverythingThere(interrupted);
  });
});
