import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

let harness: Harness;
let clock: Date;
beforeAll(async () => {
  clock = new Date();
  harness = await Harness.start({
    now: () => clock,
    limits: {
      signInPerAccountAndAddress: { tries: 3, windowSeconds: 900 },
      signInPerAccount: { tries: 5, windowSeconds: 900 },
      registerPerAddress: { tries: 99, windowSeconds: 9 },
    },
  });
});
afterAll(() => harness.stop());

const signIn = (body: object, from?: string) =>
  harness.send<AnswerOf<'signIn'>>('POST', '/session', body, from === undefined ? {} : { from });
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0] ?? '';
const refresh = (cookie?: string) =>
  harness.send<AnswerOf<'signIn'>>(
    'POST',
    '/session/refresh',
    undefined,
    cookie === undefined ? {} : { headers: { cookie } },
  );
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};

describe('signing in', () => {
  it('answers a token that the API takes, and leaves a cookie that scripts and other sites do not get', async () => {
    const { registration, userId, tenantId } = await harness.tenant();
    const { email, password } = registration.administrator;
    const reply = await signIn({ email: email.toUpperCase(), password });
    expect(reply.body.user).toMatchObject({
      uid: userId,
      name: registration.administrator.name,
      email,
      role: 'administrator',
      tenant: { tenantId, ...registration.tenant },
    });
    const cookie = String(reply.headers['set-cookie']);
    for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/api/session'])
      expect(cookie).toContain(attribute);
    expect(cookie).not.toContain('Secure');
    const life = Date.parse(reply.body.expiresAt) - clock.getTime();
    expect(life).toBeGreaterThan(9 * 60_000);
    expect(life).toBeLessThanOrEqual(10 * 60_000);
    expect(await harness.company(reply.body.token)).toMatch(/^[\da-f-]{36}$/);
    expect(await harness.types(streams.user(userId))).toEqual([
      'UserCreated',
      'UserSignedIn',
      'UserEmailVerified',
      'UserSignedIn',
    ]);
  });

  it('refuses a wrong password and an unknown e-mail alike', async () => {
    const { registration } = await harness.tenant();
    const wrong = await signIn({ email: registration.administrator.email, password: 'errada' });
    const unknown = await signIn({ email: 'ninguem@exemplo.com.br', password: 'errada' });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect([unknown.status, unknown.body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('counts wrong passwords of an account, and admits its owner again later', async () => {
    const { email, password } = (await harness.tenant()).registration.administrator;
    for (let n = 0; n < 3; n++) await signIn({ email, password: 'errada' });
    const held = await signIn({ email, password });
    expect([held.status, held.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    later(901);
    expect((await signIn({ email, password })).status).toBe(200);
  });

  it('holds back an address that guesses, not the owner at another, until many addresses guess', async () => {
    const { email, password } = (await harness.tenant()).registration.administrator;
    for (let n = 0; n < 4; n++) await signIn({ email, password: 'errada' }, '203.0.113.7');
    expect((await signIn({ email, password }, '203.0.113.7')).status).toBe(429);
    expect((await signIn({ email, password }, '198.51.100.2')).status).toBe(200);
    for (let n = 0; n < 5; n++) await signIn({ email, password: 'errada' }, `203.0.113.${100 + n}`);
    expect((await signIn({ email, password }, '198.51.100.2')).status).toBe(429);
  });

  it('forgets wrong passwords once the right one came', async () => {
    const { email, password } = (await harness.tenant()).registration.administrator;
    for (let round = 0; round < 3; round++) {
      await signIn({ email, password: 'errada' });
      expect((await signIn({ email, password })).status).toBe(200);
    }
  });

  it('asks for a secure cookie where people come over HTTPS', async () => {
    const secure = await Harness.start({ publicUrl: 'https://lacre.example' });
    try {
      const { registration } = await secure.tenant();
      const { email, password } = registration.administrator;
      const reply = await secure.send('POST', '/session', { email, password });
      expect(String(reply.headers['set-cookie'])).toContain('Secure');
    } finally {
      await secure.stop();
    }
  });
});

async function opened() {
  const { registration } = await harness.tenant();
  const { email, password } = registration.administrator;
  return cookieOf((await signIn({ email, password })).headers);
}

describe('a session', () => {
  it('is renewed by its cookie', async () => {
    const cookie = await opened();
    later(3600);
    const reply = await refresh(cookie);
    expect(reply.status).toBe(200);
    expect(await harness.company(reply.body.token)).toMatch(/^[\da-f-]{36}$/);
  });

  it('ends a week after its last use', async () => {
    const cookie = await opened();
    later(6 * 86_400);
    expect((await refresh(cookie)).status).toBe(200);
    later(6 * 86_400);
    expect((await refresh(cookie)).status).toBe(200);
    later(7 * 86_400 + 1);
    expect((await refresh(cookie)).body.code).toBe('AUTH_TOKEN_VALIDATION_ERROR');
  });

  it('is refused without a cookie, and with a forged one', async () => {
    const cookie = await opened();
    expect((await refresh()).body.code).toBe('AUTH_NO_TOKEN_PROVIDED');
    const [token] = cookie.replace('lacre_session=', '').split('.');
    expect((await refresh(`lacre_session=${token}.${'0'.repeat(64)}`)).body.code).toBe(
      'AUTH_TOKEN_VALIDATION_ERROR',
    );
    expect((await refresh(`lacre_session=${token}`)).body.code).toBe('AUTH_TOKEN_VALIDATION_ERROR');
  });

  it('takes its access tokens with it, and those of no other', async () => {
    const { registration } = await harness.tenant();
    const { email, password } = registration.administrator;
    const [left, other] = [await signIn({ email, password }), await signIn({ email, password })];
    const headers = { cookie: cookieOf(left.headers) };
    const mayList = async (token: string) =>
      (await harness.send('GET', '/account/session', undefined, { token })).body.code ?? 'admitted';
    const create = (token: string) => harness.send('POST', '/tenant/tags', { name: randomUUID() }, { token });
    expect((await create(left.body.token)).status).toBe(201);
    await harness.send('DELETE', '/session', undefined, { headers });
    expect((await create(left.body.token)).body.code).toBe('AUTH_TOKEN_REVOKED');
    expect(await mayList(left.body.token)).toBe('AUTH_TOKEN_REVOKED');
    expect((await create(other.body.token)).status).toBe(201);
    expect(await mayList(other.body.token)).toBe('admitted');
  });

  it('ends with the sign-out', async () => {
    const cookie = await opened();
    const out = await harness.send('DELETE', '/session', undefined, { headers: { cookie } });
    expect(out.status).toBe(204);
    expect(String(out.headers['set-cookie'])).toContain('Expires=Thu, 01 Jan 1970');
    expect((await refresh(cookie)).body.code).toBe('AUTH_TOKEN_VALIDATION_ERROR');
    expect((await harness.send('DELETE', '/session')).status).toBe(204);
  });
});
