import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ERASED, SCOPES, type AnswerOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { createPool } from '@lacre/postgres';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { startHookServer } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Api } from '../support/api.ts';
import { draftContent } from '../support/draft.ts';
import { evidenceOf } from '../support/evidence-of.ts';
import { Lacre } from '../support/lacre.ts';
import { messagesTo } from '../support/mailbox.ts';
import { appendLate, factsOf, givePayloadKeys, moveUntil } from '../support/move-tenant.ts';
import { operate } from '../support/operator-command.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  fresh,
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

const environment = { CREDITS_GRANT: '100000', WEBHOOK_ALLOW_LOOPBACK: 'true', TRUSTED_PROXIES: '1' };
const delivered: string[] = [];
let databases: TestDatabase[];
let root: string;
let settings: string;
let hook: Awaited<ReturnType<typeof startHookServer>>;
/** The cell that the account leaves, and the one that it comes to. */
let source: Lacre;
let target: Lacre;
let account: Account;
let beside: Account;
let elsewhere: Account;
let apiToken: string;
const draftId = randomUUID();
const again = { cpf: cpfOf(fresh()), name: 'Iara Reis', email: `iara${fresh()}@exemplo.com.br` };
let repeated: { personId: string };
let ana: Person;
let gone: Person;
let sealed: { processId: string; documentId: string };
let open: { processId: string; documentId: string };
let canceled: { processId: string; documentId: string };

beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
  root = await mkdtemp(join(tmpdir(), 'lacre-move-'));
  hook = await startHookServer(
    ({ headers }, response) => {
      delivered.push(String(headers['webhook-id']));
      response.writeHead(204).end();
    },
    { tls: false },
  );
  [source, target] = (await Promise.all(
    databases.map((database) => Lacre.create({ ...environment, DATABASE_URL: database.connectionString })),
  )) as [Lacre, Lacre];
  await source.start();
  await target.start();
  settings = join(root, 'destino.env');
  await writeFile(
    settings,
    `# Where the account goes.\nDATA_DIR=${target.dataDir}\nDATABASE_URL=${databases[1]!.connectionString}\n`,
  );
  account = await openAccount(source.origin, 'Conta que muda');
  beside = await openAccount(source.origin, 'Conta que fica');
  elsewhere = await openAccount(target.origin, 'Conta de lá');
  await fill();
}, 400_000);
afterAll(async () => {
  await source.dispose();
  await target.dispose();
  await hook.close();
  for (const database of databases) await database.drop();
  await rm(root, { recursive: true, force: true });
});

async function fill(): Promise<void> {
  const { api } = account;
  const url = `http://127.0.0.1:${hook.port}/avisos`;
  await api.call('createWebhook', { body: { url, description: 'ERP' } });
  ({ token: apiToken } = await api.call('createToken', {
    body: { scopes: [...SCOPES], description: 'ERP' },
  }));
  ana = await addPerson(api, 'Ana Souza');
  gone = await addPerson(api, 'Zuleica Pamplona Quixabeira');
  sealed = await begun(account, [ana, gone]);
  for (const person of [ana, gone])
    await signAll(await personSession(source.origin, sealed.processId, person), sealed.processId);
  await processWhen(api, sealed.processId, ({ status }) => status === 'finished');
  await api.call('erasePerson', { params: { personId: gone.personId }, body: { reason: 'subject-request' } });
  open = await begun(account, [ana]);
  await api.call('saveProcessDraft', { params: { draftId }, body: { revision: 0, content: draft() } });
  repeated = await api.call('createPerson', { body: again, idempotencyKey: 'antes-da-mudanca' });
  canceled = await begun(account, [ana]);
  await api.call('cancelProcess', { params: { processId: canceled.processId }, body: { reason: 'Engano' } });
  const person = await addPerson(beside.api, 'Rui Lima');
  const process = await begun(beside, [person]);
  await signAll(await personSession(source.origin, process.processId, person), process.processId);
  await processWhen(beside.api, process.processId, ({ status }) => status === 'finished');
}

/** A process that is being put together. */
const draft = () =>
  draftContent({ companyId: account.companyId, summary: 'Contrato em preparo', personId: ana.personId });

async function begun(
  { api, ...of }: Account,
  persons: readonly Person[],
): Promise<{ processId: string; documentId: string }> {
  const { proof } = await uploadProof(api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const asked = persons.map((person) => ({ person, part: 'signer' as const }));
  const { processId, documents } = await openProcess({ api, ...of }, [{ proof }], asked);
  return { processId, documentId: documents[0]?.documentId ?? '' };
}

const move = (...words: string[]) =>
  operate(source.dataDir, 'tenant', 'move', account.tenantId, '--to', settings, ...words);

const moving = () => ({ source, settings, tenantId: account.tenantId });

async function rowsLeft(of: number): Promise<number> {
  const pool = createPool(databases[of]!.connectionString, { max: 1, applicationName: 'move-test' });
  try {
    const { rows } = await pool.query<{ count: number }>(
      'select count(*)::int as count from tenant_move.event',
    );
    return rows[0]?.count ?? -1;
  } finally {
    await pool.end();
  }
}

/** Nothing is left of it in the target, and the account works on. */
async function givenUp(): Promise<void> {
  expect(await move('--abandon')).toMatchObject({ status: 0 });
  expect(await rowsLeft(1)).toBe(0);
  expect(await factsOf(target, account.tenantId)).toEqual([]);
  await until('the thaw', async () => addPerson(account.api, 'Depois').catch(() => undefined));
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

it('lists what would move and what prevents it, and changes nothing', async () => {
  const check = await move('--check');
  expect(check.said).toContain('PAYLOAD_KEY');
  expect(check.status).toBe(1);
  expect(await move()).toMatchObject({ status: 2, said: expect.stringContaining('PAYLOAD_KEY') as string });
  expect(await factsOf(target, account.tenantId)).toEqual([]);
  expect(await operate(source.dataDir, 'tenant', 'move', 'nenhuma', '--to', settings)).toMatchObject({
    status: 2,
  });
  const toItself = join(root, 'origem.env');
  await writeFile(toItself, `DATA_DIR=${source.dataDir}\n`);
  const itself = await operate(
    source.dataDir,
    'tenant',
    'move',
    account.tenantId,
    '--to',
    toItself,
    '--check',
  );
  expect(itself).toMatchObject({ status: 1, said: expect.stringContaining('a mesma instalação') as string });
});

it('starts once the target has the keys of printed codes', async () => {
  await givePayloadKeys(source, target);
  const check = await move('--check');
  expect(check.said).toContain('Nada impede');
  expect(check.status).toBe(0);
}, 120_000);

it('is refused while another tenant of the target holds one of its values, and the account keeps working', async () => {
  const clashing = await openAccount(source.origin, 'Conta repetida');
  const administrator = { name: 'Outra Pessoa', email: clashing.email, password: 'outra senha comprida' };
  const tenant = { name: 'Chegou antes', domain: `antes-${fresh()}` };
  await new Api(target.origin).call('registerTenant', { body: { tenant, administrator } });
  const words = ['tenant', 'move', clashing.tenantId, '--to', settings];
  const said = expect.stringContaining('email de usuário (1)') as string;
  expect(await operate(source.dataDir, ...words, '--check')).toMatchObject({ status: 1, said });
  expect(await operate(source.dataDir, ...words)).toMatchObject({ status: 2, said });
  await addPerson(clashing.api, 'Pessoa depois');
  expect(await operate(source.dataDir, ...words, '--abandon')).toMatchObject({ status: 0 });
  expect(await factsOf(target, clashing.tenantId)).toEqual([]);
}, 120_000);

it('is given up before its commit point, and leaves nothing', async () => {
  await moveUntil(moving(), 'copied');
  await givenUp();
  for (const step of ['frozen', 'compared'] as const) {
    await moveUntil(moving(), step);
    const body = { cpf: cpfOf(fresh()), name: 'Tarde Demais', email: 'tarde@exemplo.com.br' };
    expect(await account.api.refused('createPerson', { body })).toBe('TENANT_MOVING');
    await account.api.call('getProcess', { params: { processId: open.processId } });
    await addPerson(beside.api, 'Pessoa ao lado');
    await givenUp();
  }
  expect(await move('--abandon')).toMatchObject({ status: 2 });
}, 240_000);

it('resumes wherever it was killed, while both cells work, and nothing is lost, doubled or made invalid', async () => {
  const before = await account.api.bytes('downloadSealed', sealed);
  const others = await factsOf(source, beside.tenantId);
  const signed: string[] = [];
  const works = new AbortController();
  const working = (async () => {
    while (!works.signal.aborted) {
      const made = await begun(account, [ana]).catch(() => undefined);
      if (made === undefined) return;
      signed.push(made.processId);
    }
  })();
  await moveUntil(moving(), 'copied');
  await moveUntil(moving(), 'frozen');
  works.abort();
  await working;
  expect(signed.length).toBeGreaterThan(0);
  for (const step of ['drained', 'compared', 'placed'] as const) await moveUntil(moving(), step);
  expect(await move('--abandon')).toMatchObject({
    status: 2,
    said: expect.stringContaining('repita o comando sem --abandon') as string,
  });
  const late = await appendLate(source, account.tenantId);
  for (const step of ['movedOut', 'restPlaced', 'movedIn'] as const) await moveUntil(moving(), step);
  const last = await move();
  expect(last).toMatchObject({ status: 0, said: expect.stringContaining('já está no destino') as string });
  expect(await rowsLeft(1)).toBe(0);

  const [left, there] = [await factsOf(source, account.tenantId), await factsOf(target, account.tenantId)];
  expect(
    there
      .slice(0, -1)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(left.map(({ id }) => id).toSorted());
  expect(there.slice(0, -1)).toEqual(left);
  expect(there.map(({ id }) => id)).toContain(late);
  expect(left.at(-1)).toMatchObject({ type: 'TenantMovedOut', data: { address: target.origin } });
  expect(there.at(-1)).toMatchObject({ type: 'TenantMovedIn', data: { address: source.origin } });
  expect((await factsOf(source, beside.tenantId)).slice(0, others.length)).toEqual(others);

  const visitor = new Api(target.origin);
  const { token } = await until('the sign-in', () =>
    visitor
      .call('signIn', { body: { email: account.email, password: account.password } })
      .catch(() => undefined),
  );
  const api = visitor.as(token);
  for (const processId of [open.processId, ...signed])
    await until('the process', () =>
      api.call('getProcess', { params: { processId } }).catch(() => undefined),
    );
  const cancelled = await api.call('getProcess', { params: { processId: canceled.processId } });
  expect(cancelled.status).toBe('canceled');
  const bytes = await api.bytes('downloadSealed', sealed);
  expect(sha256(bytes)).toBe(sha256(before));
  expect((await evidenceOf(bytes)).participants.map(({ name }) => name)).toContain('Ana Souza');
  const shown = await api.call('getProcess', { params: { processId: sealed.processId } });
  expect(JSON.stringify(shown)).toContain(ERASED);
  expect(JSON.stringify(shown)).not.toContain(gone.name);
  await visitor.as(apiToken).call('getProcess', { params: { processId: sealed.processId } });

  const sent = delivered.length;
  await signAll(await personSession(target.origin, open.processId, ana), open.processId);
  await processWhen(api, open.processId, ({ status }) => status === 'finished');
  const kept = await api.call('getProcessDraft', { params: { draftId } });
  expect(kept.content.summary).toBe('Contrato em preparo');
  // Its answer is of the source; it is not done again.
  expect(await api.refused('createPerson', { body: again, idempotencyKey: 'antes-da-mudanca' })).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
  await api.call('getPerson', { params: { personId: repeated.personId } });
  const [here, sentBefore] = await Promise.all(
    [target, source].map(async ({ origin }) => (await messagesTo(origin, ana.email)).map(({ id }) => id)),
  );
  expect(here!.filter((id) => sentBefore!.includes(id))).toEqual([]);
  const validated = await visitor.upload(bytes, 'contrato.pdf', 'validateDocument');
  const verdict = (await validated.json()) as AnswerOf<'validateDocument'>;
  expect(verdict.verdict).toBe('genuine');
  const code = verdict.document?.validationCode ?? '';
  expect(await visitor.call('validateByCode', { params: { code } })).toMatchObject({
    document: { validationCode: code },
  });

  expect(await elsewhere.api.refused('getProcess', { params: { processId: sealed.processId } })).toBe(
    'SIGNATURE_PROCESS_NOT_FOUND',
  );
  await registeredNowhereElse();
  await until('a delivery of the target', () => Promise.resolve(delivered.length > sent || undefined));
  expect(delivered.length).toBe(new Set(delivered).size);
  const [registered] = left.flatMap(({ type, data }) =>
    type === 'TenantRegistered' ? [data['domain']] : [],
  );
  const domain = `/login/${registered as string} `;
  expect((await operate(source.dataDir, 'tenant', 'map')).said).not.toContain(domain);
  expect((await operate(target.dataDir, 'tenant', 'map')).said).toContain(`${domain}${target.origin}`);
  await fsckIsClean(source);
  await fsckIsClean(target);
}, 600_000);

/** What the account holds is its own in the target too. */
async function registeredNowhereElse(): Promise<void> {
  const administrator = { name: 'Outra Pessoa', email: account.email, password: 'outra senha comprida' };
  const tenant = { name: 'Outra', domain: `outra-${account.tenantId.slice(0, 8)}` };
  expect(await new Api(target.origin).refused('registerTenant', { body: { tenant, administrator } })).toBe(
    'EMAIL_NOT_AVAILABLE',
  );
}

async function fsckIsClean(of: Lacre): Promise<void> {
  const { said, status } = await operate(of.dataDir, 'fsck');
  expect(said).toContain('Tudo confere');
  expect(status).toBe(0);
}
