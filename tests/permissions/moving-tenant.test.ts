import { randomUUID } from 'node:crypto';

import { operations, rules, type OperationName, type OperationShape } from '@lacre/contracts';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Api } from '../support/api.ts';
import { startClockedLacre, type ClockedLacre } from '../support/clocked-lacre.ts';
import { messagesTo } from '../support/mailbox.ts';
import { moveOf } from '../support/operate-tenant.ts';
import { fresh } from '../support/scenario.ts';
import { until } from '../support/until.ts';
import { expectedRuleOf } from './expected-rules.ts';
import { join, openWorld, PASSWORD, type Caller, type World } from './world.ts';

type Operation = OperationShape & { name: OperationName; method: string; path: string };
const all = Object.values(operations) as Operation[];
const isPublic = ({ allow }: Operation): boolean => rules[allow].callers === 'public';

const callerOf = ({ name }: Operation): Caller => {
  const rule = expectedRuleOf(name) ?? 'anyone';
  const { callers } = rules[rule];
  return callers === 'person' ? 'person' : rule === 'totems' ? 'totem' : 'administrator';
};

const WRITES = all.filter(
  (operation) =>
    !isPublic(operation) && !['query', 'file'].includes(operation.kind) && operation.method !== 'GET',
);
const READS = all.filter((operation) => !isPublic(operation) && !WRITES.includes(operation));

type Strangers = Awaited<ReturnType<typeof prepareStrangers>>;

let lacre: ClockedLacre;
let pool: Pool;
let dropDatabase: () => Promise<void>;
let world: World;
let move: ReturnType<typeof moveOf>;
const NEW_PASSWORD = 'outra senha comprida';
let strangers: Strangers;
const THERE = 'https://assina2.example';

async function codeOf(caller: Api, name: OperationName, input: object = {}): Promise<[number, string]> {
  const answer = await caller.send(name, input);
  const isProblem = answer.headers.get('content-type')?.includes('problem+json') === true;
  const text = await answer.text();
  return [answer.status, isProblem ? (JSON.parse(text) as { code: string }).code : ''];
}

/** As an integrator asks who sends no key of idempotency: with one it might be a repeat, and is looked at first. */
function sendWithoutKey(
  { origin, token }: Api,
  { method, path, params, body }: Operation,
): Promise<Response> {
  const url = Object.keys(params?.shape ?? {}).reduce((known, name) => known.replace(`{${name}}`, '!'), path);
  return fetch(`${origin}/api${url}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: '{}' }),
  });
}

/** Refused for its shape where it is let in: nothing happens by it. */
const shapeless = ({ params, body }: Operation): object => ({
  ...(params === undefined
    ? {}
    : { params: Object.fromEntries(Object.keys(params.shape).map((name) => [name, '!'])) }),
  ...(body === undefined ? {} : { body: { matrix: 1 } }),
});

beforeAll(async () => {
  const database = await createTestDatabase();
  dropDatabase = database.drop;
  pool = createPool(database.connectionString, { max: 2, applicationName: 'moving-tenant' });
  lacre = await startClockedLacre((port) => ({
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: database.connectionString,
  }));
  world = await openWorld(lacre.origin);
  strangers = await prepareStrangers();
  const { tenant } = await world.callers.administrator.call('currentUser');
  move = moveOf(pool, tenant.tenantId, THERE);
}, 180_000);

afterAll(async () => {
  await lacre.dispose();
  await pool.end();
  await dropDatabase();
});

async function eventCount(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::integer as count from event_store.events',
  );
  return rows[0]?.count ?? 0;
}

/** Mails to an address, newest first, until one has what is looked for. */
const mailed = (email: string, pattern: RegExp): Promise<string> =>
  until(`a mail to ${email}`, async () => {
    const messages = await messagesTo(lacre.origin, email);
    return messages.map(({ text }) => pattern.exec(text)?.[1]).find((found) => found !== undefined);
  });

/** What people of the tenant hold who are not signed in: links that were mailed before the move began. */
async function prepareStrangers() {
  const { administrator } = world.callers;
  const visitor = new Api(lacre.origin);
  const asks = { email: `convidada${fresh()}@exemplo.com.br`, colleague: `colega${fresh()}@exemplo.com.br` };
  const user = { name: 'Convidada', email: asks.email, role: 'manager', companyIds: [] };
  await administrator.call('createUser', { body: { user } });
  const invitation = await mailed(asks.email, /invitation=([\w.-]+)/);
  await join({ api: administrator }, 'manager', [], { name: 'Colega', email: asks.colleague });
  await visitor.call('requestSignInLink', { body: { email: asks.colleague } });
  const link = await mailed(asks.colleague, /#link=([\w-]+)/);
  await visitor.call('requestPasswordReset', { body: { email: asks.colleague } });
  const reset = await mailed(asks.colleague, /#reset=([\w-]+)/);
  const { processId, personId } = world.things.assigned;
  const { cpf } = await administrator.call('getPerson', { params: { personId } });
  const { tenant } = await administrator.call('currentUser');
  return { ...asks, invitation, link, reset, domain: tenant.domain, signer: { processId, personId, cpf } };
}

/** Requests of those who carry no token; whatever the kind, each stands in one of the two lists. */
const OF_STRANGERS: Partial<Record<OperationName, (held: Strangers) => object>> = {
  signIn: ({ colleague: email }) => ({ body: { email, password: PASSWORD } }),
  acceptInvitation: ({ invitation }) => ({ body: { invitation, password: PASSWORD } }),
  openSignInLink: ({ link }) => ({ body: { link } }),
  resetPassword: ({ reset: link }) => ({ body: { link, password: NEW_PASSWORD } }),
  requestSigningCode: ({ signer }) => ({ body: signer }),
  openSigningSession: ({ signer }) => ({ body: signer, headers: { 'client-device-id': randomUUID() } }),
};
const NOT_OF_STRANGERS: Partial<Record<OperationName, string>> = {
  registerTenant: 'makes another tenant',
  refreshSession: 'a session stays behind; who is signed in goes on reading',
  signOut: 'ends a session, which stays behind',
  startGoogleSignIn: 'names no account',
  startPasskeySignIn: 'names no account',
  requestSignInLink: 'answers alike for every address, and sends nothing',
  requestPasswordReset: 'answers alike for every address, and sends nothing',
  requestPhoneCode: 'answers alike for every number, and sends nothing',
  openPhoneSession: 'ends as signIn does',
  finishGoogleSignIn: 'ends as signIn does',
  finishPasskeySignIn: 'ends as signIn does',
  sendSecondFactorCode: 'needs what signIn refuses',
  finishSecondFactor: 'ends as signIn does',
  undoEmailChange: 'as resetPassword, by a link of a week',
  validateDocument: 'writes nothing',
};

describe('while a tenant is being moved', () => {
  beforeAll(async () => {
    await move.begin();
  });

  it.each(WRITES.map((operation) => [operation.name, operation] as const))(
    '%s is refused to a signed-in caller, before anything else',
    async (_name, operation) => {
      const before = await eventCount();
      const answer = await sendWithoutKey(world.callers[callerOf(operation)], operation);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
      expect(((await answer.json()) as { code: string }).code).toBe('TENANT_MOVING');
      expect(await eventCount()).toBe(before);
    },
  );

  it.each(READS.map((operation) => [operation.name, operation] as const))(
    '%s is not',
    async (name, operation) => {
      const [status, code] = await codeOf(world.callers[callerOf(operation)], name, shapeless(operation));
      expect(code).not.toBe('TENANT_MOVING');
      expect(status).toBeLessThan(500);
    },
  );

  it('has an expectation for every operation without a token', () => {
    const writing = all.filter(
      (operation) =>
        isPublic(operation) && !['query', 'file'].includes(operation.kind) && operation.method !== 'GET',
    );
    const known = [...Object.keys(OF_STRANGERS), ...Object.keys(NOT_OF_STRANGERS)];
    expect(writing.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
  });

  it.each(Object.keys(OF_STRANGERS) as OperationName[])(
    '%s is refused to a caller who is not, and their link or code is good afterwards',
    async (name) => {
      const before = await eventCount();
      const input = OF_STRANGERS[name]?.(strangers) ?? {};
      for (let times = 0; times < 2; times += 1)
        expect(await codeOf(world.callers.public, name, input)).toEqual([503, 'TENANT_MOVING']);
      expect(await eventCount()).toBe(before);
    },
  );

  it('sends no link to its users', async () => {
    const before = await messagesTo(lacre.origin, strangers.colleague);
    await world.callers.public.call('requestSignInLink', { body: { email: strangers.colleague } });
    await world.callers.public.call('requestPasswordReset', { body: { email: strangers.colleague } });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await messagesTo(lacre.origin, strangers.colleague)).toHaveLength(before.length);
  });

  it('answers a command again that was made before, and no other', async () => {
    await move.abandon();
    const { administrator } = world.callers;
    const first = { body: { name: `Antes ${fresh()}` }, idempotencyKey: randomUUID() };
    const made = await administrator.call('createTag', first);
    await move.begin();
    expect(await administrator.call('createTag', first)).toEqual(made);
    const another = { body: { name: `Durante ${fresh()}` }, idempotencyKey: randomUUID() };
    expect(await codeOf(administrator, 'createTag', another)).toEqual([503, 'TENANT_MOVING']);
    await move.abandon();
    expect(await codeOf(administrator, 'createTag', another)).toEqual([201, '']);
  });

  it('accepts the links that people hold afterwards', async () => {
    for (const name of Object.keys(OF_STRANGERS) as OperationName[])
      expect((await codeOf(world.callers.public, name, OF_STRANGERS[name]?.(strangers) ?? {}))[1]).not.toBe(
        'TENANT_MOVING',
      );
  });
});

describe('once a tenant has left', () => {
  beforeAll(async () => {
    await move.begin();
    await move.leave();
  });

  it.each(
    all.filter((operation) => !isPublic(operation)).map((operation) => [operation.name, operation] as const),
  )('%s names its new address to a signed-in caller', async (name, operation) => {
    const answer = await world.callers[callerOf(operation)].send(name, shapeless(operation));
    expect(answer.status).toBe(410);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('link')).toMatch(/^<https:\/\/assina2\.example\/api\/\S+>; rel="alternate"$/);
    expect(await answer.json()).toMatchObject({ code: 'TENANT_MOVED', address: THERE });
  });

  it.each(['requestSigningCode', 'openSigningSession'] as const)('%s names it to signers', async (name) => {
    const input = OF_STRANGERS[name]?.(strangers) ?? {};
    expect(await codeOf(world.callers.public, name, input)).toEqual([410, 'TENANT_MOVED']);
  });

  it('names it to users with their right password alone', async () => {
    const ask = (password: string) =>
      codeOf(world.callers.public, 'signIn', { body: { email: strangers.colleague, password } });
    expect(await ask(NEW_PASSWORD)).toEqual([410, 'TENANT_MOVED']);
    expect(await ask(PASSWORD)).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  it('names it at its own address of sign-in and on the links of its signers', async () => {
    const { processId, personId } = strangers.signer;
    const branding = { params: { domain: strangers.domain } };
    await until('the read model', async () =>
      (await codeOf(world.callers.public, 'tenantBranding', branding))[1] === 'TENANT_MOVED'
        ? true
        : undefined,
    );
    const invitation = { params: { processId, personId } };
    expect(await codeOf(world.callers.public, 'signingInvitation', invitation)).toEqual([
      410,
      'TENANT_MOVED',
    ]);
  });

  it('takes its tokens again once it is back', async () => {
    await move.arrive();
    expect(await codeOf(world.callers.administrator, 'currentUser')).toEqual([200, '']);
    expect(await codeOf(world.callers['token of manager'], 'listTags')).toEqual([200, '']);
  });
});
