import { randomUUID } from 'node:crypto';

import { operations, SCOPES, streams, type AnswerOf, type OperationName } from '@lacre/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';

let harness: Harness;
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({
    now: () => clock,
    limits: {
      registerPerAddress: { tries: 100, windowSeconds: 900 },
      signInPerAddress: { tries: 1000, windowSeconds: 900 },
      signInPerAccountAndAddress: { tries: 3, windowSeconds: 900 },
      signInPerAccountAndBrowser: { tries: 3, windowSeconds: 900 },
      signInPerAccount: { tries: 6, windowSeconds: 900 },
    },
  });
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => harness.stop());

const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};
async function user() {
  const { userId, registration } = await harness.tenant();
  const { email, password } = registration.administrator;
  return { userId, email, password, wrong: { email, password: 'errada' }, right: { email, password } };
}
const list = async (visitor: Visitor) =>
  (await visitor.send<AnswerOf<'listSessions'>>('GET', '/account/session')).body.items;

describe('sessions', () => {
  it('are listed with where, how and when, and ended one by one or all but this', async () => {
    const { userId, right } = await user();
    const [desk, phone, tablet] = [
      new Visitor(harness),
      new Visitor(harness, '203.0.113.5'),
      new Visitor(harness),
    ];
    for (const visitor of [desk, phone, tablet]) {
      later(1);
      await visitor.signIn(right);
    }
    later(100);
    await phone.send('POST', '/session/refresh');
    const items = await list(desk);
    // The first one is of the test's own sign-in.
    expect(items).toHaveLength(4);
    expect(items.filter(({ current }) => current)).toHaveLength(1);
    expect(items[0]).toMatchObject({ method: 'password', ip: '203.0.113.5', userAgent: 'lightMyRequest' });
    expect(items[0]?.lastUsedAt).toBe(clock.toISOString());
    const stranger = new Visitor(harness);
    await stranger.signIn((await user()).right);
    const end = (visitor: Visitor) => visitor.send('DELETE', `/account/session/${items[0]?.sessionId}`);
    expect((await end(stranger)).body.code).toBe('SESSION_NOT_FOUND');
    expect((await end(desk)).status).toBe(204);
    expect((await end(desk)).body.code).toBe('SESSION_NOT_FOUND');
    expect((await phone.send('POST', '/session/refresh')).body.code).toBe('AUTH_TOKEN_VALIDATION_ERROR');
    expect((await desk.send('DELETE', '/account/session')).body).toEqual({ revoked: 2 });
    expect((await tablet.send('POST', '/session/refresh')).status).toBe(401);
    expect(await list(desk)).toHaveLength(1);
    const revoked = (await harness.stream(streams.user(userId))).filter(
      ({ type }) => type === 'UserSessionsRevoked',
    );
    expect(revoked.map(({ data }) => (data['sessionIds'] as string[]).length)).toEqual([1, 2]);
  });

  it('of a browser that signs in again are not left behind', async () => {
    const { right } = await user();
    const visitor = new Visitor(harness);
    for (let n = 0; n < 3; n++) await visitor.signIn(right);
    expect(await list(visitor)).toHaveLength(2);
  });

  it('that another sign-in replaces end with their tokens, whichever user signs in', async () => {
    const [first, next] = [await user(), await user()];
    const visitor = new Visitor(harness);
    const tokens: string[] = [];
    for (const { right } of [first, first, next]) tokens.push((await visitor.signIn(right)).body.token);
    const me = async (token = '') =>
      (await harness.send('GET', '/account', undefined, { token })).body['code'];
    expect(await Promise.all(tokens.map(me))).toEqual([
      'AUTH_TOKEN_REVOKED',
      'AUTH_TOKEN_REVOKED',
      undefined,
    ]);
    const left = await harness.types(streams.user(first.userId));
    expect(left.filter((type) => type === 'UserSignedOut')).toHaveLength(2);
  });

  it('that were opened a while ago may not change how the account is entered', async () => {
    const { right } = await user();
    const visitor = new Visitor(harness);
    await visitor.signIn(right);
    later(300);
    expect((await visitor.send('POST', '/account/factor/totp', {})).status).toBe(201);
    later(1);
    expect((await visitor.send('POST', '/account/factor/totp', {})).body.code).toBe(
      'RECENT_SIGN_IN_REQUIRED',
    );
    await visitor.send('POST', '/session/refresh');
    expect((await visitor.send('POST', '/account/factor/totp', {})).body.code).toBe(
      'RECENT_SIGN_IN_REQUIRED',
    );
    await visitor.signIn(right);
    expect((await visitor.send('POST', '/account/factor/totp', {})).status).toBe(201);
  });

  const id = randomUUID();
  const credential = {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'e30', attestationObject: 'e30' },
  };
  const WEBHOOK = { url: 'https://exemplo.com.br/escuta', description: '', eventTypes: [] };
  /** Everything that changes how an account is entered (OWASP ASVS 5.0, 7.5.1), or where its data go. */
  const BODIES: Partial<Record<OperationName, object | undefined>> = {
    changePassword: { currentPassword: 'correta-senha', password: 'outra frase boa' },
    requestEmailChange: { email: 'novo-endereco@exemplo.com.br' },
    deleteAccount: undefined,
    verifyPhone: { code: '000000' },
    startTotp: {},
    startPhoneFactor: { phoneNumber: '11987654321' },
    finalizeFactor: { code: '000000' },
    withdrawFactor: undefined,
    renewRecoveryCodes: undefined,
    startPasskey: undefined,
    finishPasskey: { challenge: 'x', credential },
    removePasskey: undefined,
    unlinkGoogle: undefined,
    promoteAdministrator: undefined,
    demoteAdministrator: undefined,
    offerAdministration: { uid: randomUUID() },
    acceptAdministration: undefined,
    createToken: { description: 'Porta', scopes: ['read'] },
    createWebhook: WEBHOOK,
    editWebhook: WEBHOOK,
    rotateWebhookSecret: undefined,
    removeUser: undefined,
    eraseUser: { reason: 'subject-request' },
  };
  const named = Object.keys(BODIES) as OperationName[];

  it.each(named)('of 301 s ago, and API tokens, are refused by %s', async (name) => {
    const { right } = await user();
    const visitor = new Visitor(harness);
    await visitor.signIn(right);
    const body = { description: 'ERP', scopes: [...SCOPES] };
    const issued = await visitor.send<AnswerOf<'createToken'>>('POST', '/token', body);
    const { method, path } = operations[name];
    const send = () => visitor.send(method, path.replaceAll(/\{\w+\}/g, randomUUID()), BODIES[name]);
    later(301);
    expect((await send()).body.code).toBe('RECENT_SIGN_IN_REQUIRED');
    visitor.token = issued.body.token;
    // Integrations set up their own webhooks: the token was issued by a recent sign-in.
    const byToken = {
      createWebhook: undefined,
      editWebhook: 'WEBHOOK_NOT_FOUND',
      rotateWebhookSecret: 'WEBHOOK_NOT_FOUND',
    };
    const expected = name in byToken ? byToken[name as keyof typeof byToken] : 'AUTH_METHOD_NOT_ALLOWED';
    expect((await send()).body.code).toBe(expected);
  });

  it('that are recent are required by every operation that declares it, and by no other', () => {
    const saying = Object.values(operations)
      .filter(({ errors }) => (errors as readonly string[]).includes('RECENT_SIGN_IN_REQUIRED'))
      .map(({ name }) => name);
    expect(saying.toSorted()).toEqual(named.toSorted());
  });
});

describe('wrong passwords', () => {
  it('are followed by waits that double up to 960 s, and logged once', async () => {
    const { userId, wrong, right } = await user();
    const waits: number[] = [];
    const visitor = new Visitor(harness, '198.51.100.9');
    for (let n = 0; n < 3; n++) expect((await visitor.signIn(wrong)).status).toBe(401);
    for (let n = 0; n < 7; n++) {
      const held = await visitor.signIn(right);
      expect([held.status, held.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      waits.push(Number(held.headers['retry-after']));
      later(waits.at(-1) ?? 0);
      expect((await visitor.signIn(wrong)).status).toBe(401);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 960, 960]);
    await harness.service.background.settled();
    const types = await harness.types(streams.user(userId));
    // Once for the address, once for the account.
    expect(types.filter((type) => type === 'UserSignInHeld')).toHaveLength(2);
    later(960);
    expect((await visitor.signIn(right)).status).toBe(200);
  });

  it('from everywhere do not keep the owner out of a browser they signed in from', async () => {
    const { right, wrong } = await user();
    const own = new Visitor(harness, '198.51.100.20');
    expect((await own.signIn(right)).status).toBe(200);
    for (let n = 0; n < 30; n++) await new Visitor(harness, `203.0.113.${n}`).signIn(wrong);
    for (let n = 0; n < 3; n++) await new Visitor(harness, '198.51.100.20').signIn(wrong);
    expect((await new Visitor(harness, '192.0.2.77').signIn(right)).status).toBe(429);
    expect((await new Visitor(harness, '198.51.100.20').signIn(right)).status).toBe(429);
    expect((await own.signIn(right)).status).toBe(200);
  });

  it('in a known browser are counted too, and its cookie is no other account’s', async () => {
    const [ana, rui] = [await user(), await user()];
    const thief = new Visitor(harness, '198.51.100.30');
    await thief.signIn(ana.right);
    for (let n = 0; n < 3; n++) expect((await thief.signIn(ana.wrong)).status).toBe(401);
    expect((await thief.signIn(ana.right)).status).toBe(429);
    for (let n = 0; n < 3; n++) expect((await thief.signIn(rui.wrong)).status).toBe(401);
    expect((await thief.signIn(rui.right)).status).toBe(429);
    const forged = new Visitor(harness, '198.51.100.31');
    const [id] = (thief.cookies.get('lacre_browser') ?? '').split('.');
    forged.cookies.set('lacre_browser', `${id}.${'0'.repeat(32)}`);
    for (let n = 0; n < 3; n++) await forged.signIn(ana.wrong);
    expect((await forged.signIn(ana.right)).status).toBe(429);
  });
});

it('says that its key is missing when the secret is another', async () => {
  const { right } = await user();
  const { createCommandService } = await import('../service.ts');
  const { buildCommandApp } = await import('../app.ts');
  const service = await createCommandService({
    ...harness.dependencies,
    identitySecret: [Buffer.alloc(32, 4)],
  });
  const app = await buildCommandApp(service, { trustedProxies: 0 });
  const reply = await app.inject({ method: 'POST', url: '/api/session', payload: right });
  expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([500, 'AUTH_ENV_JWTKEY_NOT_FOUND']);
  expect(reply.headers['set-cookie']).toBeUndefined();
  await app.close();
  await service.close();
});
