import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { S3Server, withS3Server } from '@lacre/blob-store/testing';
import { ERASED, SCOPES } from '@lacre/contracts';
import { rowsWith } from '@lacre/personal-data/testing';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { Api } from '../support/api.ts';
import { draftContent } from '../support/draft.ts';
import { Lacre } from '../support/lacre.ts';
import { forgetUntil, givePayloadKeys, storedEvents } from '../support/move-tenant.ts';
import { operateApart } from '../support/operator-command.ts';
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

vi.setConfig({ testTimeout: 240_000, hookTimeout: 400_000 });
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

await withS3Server('an account that moves between buckets and is forgotten where it was', (binary) => {
  let server: S3Server;
  let databases: TestDatabase[];
  let root: string;
  let settings: string;
  let source: Lacre;
  let target: Lacre;
  let ofSource: Record<string, string>;
  let ofTarget: Record<string, string>;
  let account: Account;
  let beside: Account;
  let ana: Person;
  let token: string;
  let sealed: { processId: string; documentId: string };
  let issued: string;
  let besides: { processId: string; documentId: string };
  /** What the account alone uploaded, what both did, and what the other one has in a draft only. */
  let alone: Uint8Array;
  let both: Uint8Array;
  let drafted: Uint8Array;
  const draftId = '6f1c2a54-7d3b-4a0e-9f55-0d6a1f2b3c4d';

  const forget = (...words: string[]) =>
    operateApart(source.dataDir, ofSource, 'tenant', 'forget', account.tenantId, '--to', settings, ...words);
  const forgetting = () => ({ source, environment: ofSource, settings, tenantId: account.tenantId });
  const objectsIn = async (bucket: string): Promise<Set<string>> => {
    const all = await readdir(server.fileOf(bucket, ''), { recursive: true });
    return new Set(all.flatMap((name) => /(?:^|\/)([0-9a-f]{64})$/.exec(name)?.[1] ?? []));
  };

  beforeAll(async () => {
    server = await S3Server.start(binary);
    databases = [await createTestDatabase(), await createTestDatabase()];
    root = await mkdtemp(join(tmpdir(), 'lacre-forget-'));
    const [here, there] = databases.map(({ connectionString }) => ({ DATABASE_URL: connectionString }));
    ofSource = { ...here, ...server.environment(server.makeBucket('origem')) };
    ofTarget = { ...there, ...server.environment(server.makeBucket('destino')) };
    source = await Lacre.create(ofSource);
    target = await Lacre.create(ofTarget);
    await source.start();
    await target.start();
    await givePayloadKeys(source, target);
    settings = join(root, 'destino.env');
    const lines = Object.entries({ ...ofTarget, DATA_DIR: target.dataDir }).map(
      ([name, value]) => `${name}=${value}\n`,
    );
    await writeFile(settings, lines.join(''));
    account = await openAccount(source.origin, 'Conta que muda');
    beside = await openAccount(source.origin, 'Conta que fica');
    await fill();
  });
  afterAll(async () => {
    await source.dispose();
    await target.dispose();
    for (const database of databases) await database.drop();
    await server.dispose();
    await rm(root, { recursive: true, force: true });
  });

  async function fill(): Promise<void> {
    ana = await addPerson(account.api, 'Ana Quixabeira', 'ana.quixabeira@exemplo.com.br');
    ({ token } = await account.api.call('createToken', {
      body: { scopes: [...SCOPES], description: 'ERP' },
    }));
    alone = await samplePdf({ title: 'de uma conta' });
    both = await samplePdf({ title: 'das duas contas' });
    drafted = await samplePdf({ title: 'rascunho da outra' });
    sealed = await signed(account, ana, [alone, both, drafted]);
    issued = sha256Of(await account.api.bytes('downloadSealed', sealed));
    besides = await signed(beside, await addPerson(beside.api, 'Rui Lima'), [both]);
    const upload = await uploadProof(beside.api, drafted, 'rascunho.pdf');
    const content = draftContent({ companyId: beside.companyId, summary: 'Em preparo', upload });
    await beside.api.call('saveProcessDraft', { params: { draftId }, body: { revision: 0, content } });
  }

  async function signed(of: Account, person: Person, files: readonly Uint8Array[]) {
    const proofs: { proof: string }[] = [];
    for (const [index, bytes] of files.entries())
      proofs.push({ proof: (await uploadProof(of.api, bytes, `contrato-${index}.pdf`)).proof });
    const { processId, documents } = await openProcess(of, proofs, [{ person, part: 'signer' }]);
    await signAll(await personSession(source.origin, processId, person), processId);
    await processWhen(of.api, processId, ({ status }) => status === 'finished');
    return { processId, documentId: documents[0]?.documentId ?? '' };
  }

  it('is not forgotten while it is here', async () => {
    const refused = await forget();
    expect(refused.said).toContain('não foi levada a outra');
    expect(refused.status).toBe(2);
    expect(await account.api.bytes('downloadSealed', sealed)).toBeDefined();
  });

  it('takes its files from one bucket to the other, under the keys of that', async () => {
    const words = ['tenant', 'move', account.tenantId, '--to', settings];
    const moved = await operateApart(source.dataDir, ofSource, ...words);
    expect(moved.said).toContain(`A conta agora está em ${target.origin}`);
    expect(moved.status).toBe(0);
    const there = await objectsIn('destino');
    expect(there.size).toBeGreaterThan(3);
    expect(there.difference(await objectsIn('origem')).size).toBeLessThan(there.size);
  });

  it('is not forgotten while the target lacks a file of it, of its own or of another account too', async () => {
    const all = await readdir(server.fileOf('destino', ''), { recursive: true });
    for (const lost of [alone, both].map(sha256Of)) {
      const file = server.fileOf('destino', all.find((name) => name.endsWith(lost)) ?? '');
      await rename(file, join(root, 'lost'));
      const refused = await forget();
      expect(refused.said).toContain(
        `faltam no destino, ou foram alterados lá, 1 arquivos da conta (${lost})`,
      );
      expect(refused.status).toBe(2);
      await rename(join(root, 'lost'), file);
    }
    const shown = await forget('--check');
    expect(shown.said).toMatch(/Conferidos no destino: [\d.]+ eventos \(SHA-256 [0-9a-f]{64}\)/);
    expect(shown.status).toBe(0);
    expect((await storedEvents(source, ofSource, account.tenantId)).at(-1)?.type).toBe('TenantMovedOut');
  });

  it('is forgotten wherever the command was killed: keys, rows and files, and nothing of other accounts', async () => {
    const before = await objectsIn('origem');
    for (const step of ['shown', 'forgotten'] as const) await forgetUntil(forgetting(), step);
    const unfinished = await operateApart(source.dataDir, ofSource, 'fsck', '--only', 'keys');
    expect(unfinished.said).toContain('repita lacre tenant forget');
    expect(unfinished.status).toBe(1);
    for (const step of ['keysDestroyed', 'rowsRemoved', 'filesRemoved'] as const)
      await forgetUntil(forgetting(), step);
    expect(await forget()).toMatchObject({ status: 0 });
    const events = await storedEvents(source, ofSource, account.tenantId);
    expect(events.filter(({ type }) => type === 'TenantMoveForgotten')).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({
      type: 'TenantMoveForgotten',
      data: { address: target.origin, events: events.length - 1 },
    });
    const created = events.find(({ type }) => type === 'PersonCreated');
    expect(created?.data).toMatchObject({ cpf: ERASED, fields: { name: ERASED, email: ERASED } });

    const after = await objectsIn('origem');
    expect(after.size).toBeLessThan(before.size);
    for (const bytes of [both, drafted]) expect(after).toContain(sha256Of(bytes));
    const pool = createPool(databases[0]!.connectionString, { max: 1, applicationName: 'forget-test' });
    const kept = await rowsWith(pool, ['Quixabeira', account.email]);
    await pool.end();
    // Of what integrators and browsers were answered, which is over within a day.
    expect(kept.filter(({ table }) => !KEPT_A_DAY.has(table)).map(({ table }) => table)).toEqual([]);
  });

  it('leaves both installations whole, and their backups', async () => {
    expect(sha256Of(await beside.api.bytes('downloadSealed', besides))).toMatch(/^[0-9a-f]{64}$/);
    const { content } = await beside.api.call('getProcessDraft', { params: { draftId } });
    const [document] = content.documents;
    const rui = await addPerson(beside.api, 'Rui Lima');
    await openProcess(beside, [{ proof: document?.proof ?? '' }], [{ person: rui, part: 'signer' }]);
    const BACKUP_KEY = 'ab'.repeat(32);
    for (const [of, own] of [
      [source, ofSource],
      [target, ofTarget],
    ] as const) {
      const environment = { ...own, BACKUP_KEY };
      const fsck = await operateApart(of.dataDir, environment, 'fsck', '--whole');
      expect(fsck.said).toContain('Tudo confere');
      const folder = join(root, new URL(of.origin).port);
      expect(await operateApart(of.dataDir, environment, 'backup', '--to', folder)).toMatchObject({
        status: 0,
      });
      const verified = await operateApart(of.dataDir, environment, 'backup', 'verify', '--from', folder);
      expect(verified.said).not.toContain('já faltava');
      expect(verified.status).toBe(0);
    }
    const visitor = new Api(target.origin);
    const { email, password } = account;
    const session = await until('the sign-in', () =>
      visitor.call('signIn', { body: { email, password } }).catch(() => undefined),
    );
    expect(sha256Of(await visitor.as(session.token).bytes('downloadSealed', sealed))).toBe(issued);
  });

  it('still says where the account is', async () => {
    const visitor = new Api(source.origin);
    expect(await visitor.as(token).refused('getProcess', { params: { processId: sealed.processId } })).toBe(
      'TENANT_MOVED',
    );
  });
});

const KEPT_A_DAY = new Set(['dev_mailbox.message', 'command.idempotency', 'work_queue.job']);
