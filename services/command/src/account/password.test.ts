import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

async function user(options?: { proven: boolean }) {
  const { userId, tenantId, registration } = await harness.tenant(options);
  const { email, password, name } = registration.administrator;
  const visitor = new Visitor(harness);
  await visitor.signIn({ email, password });
  return { userId, tenantId, email, password, name, visitor };
}

async function resetLink(email: string) {
  await new Visitor(harness).send('POST', '/session/password/forgotten', { email });
  await harness.service.background.settled();
  const address = /http:\/\/\S+#\S+/.exec(harness.mails.at(-1)?.text ?? '')?.[0] ?? 'x:';
  return new URLSearchParams(new URL(address).hash.slice(1)).get('reset') ?? '';
}
const reset = (link: string, password: string) =>
  new Visitor(harness).send('POST', '/session/password', { link, password });
const refused = async (visitor: Visitor) => (await visitor.send('POST', '/session/refresh')).body.code;

describe('changing the password', () => {
  it('needs the present one, ends every other session, and appends the event by which the owner is notified', async () => {
    const { userId, email, password, visitor } = await user();
    const elsewhere = new Visitor(harness);
    await elsewhere.signIn({ email, password });
    const change = (currentPassword: string | undefined, next: string) =>
      visitor.send('POST', '/account/password', { currentPassword, password: next });
    expect((await change('errada', 'uma frase nova')).body.code).toBe('WRONG_CURRENT_PASSWORD');
    expect((await change(undefined, 'uma frase nova')).body.code).toBe('WRONG_CURRENT_PASSWORD');
    expect((await change(password, 'uma frase nova')).status).toBe(204);
    expect((await visitor.send('POST', '/session/refresh')).status).toBe(200);
    expect(await refused(elsewhere)).toBe('AUTH_TOKEN_VALIDATION_ERROR');
    expect((await elsewhere.send('GET', '/account')).body.code).toBe('AUTH_TOKEN_REVOKED');
    expect((await new Visitor(harness).signIn({ email, password })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await new Visitor(harness).signIn({ email, password: 'uma frase nova' })).status).toBe(200);
    const types = await harness.types(streams.user(userId));
    expect(types).toContain('UserPasswordChanged');
    expect(types).toContain('UserSessionsRevoked');
  });

  it('says everything that the new one lacks', async () => {
    const { email, password, visitor } = await user();
    for (const [next, faults] of [
      ['curta', 1],
      ['12345678', 1],
      [email, 1],
      [email.split('@')[0] ?? '', 2],
    ] as const) {
      const { status, body } = await visitor.send('POST', '/account/password', {
        currentPassword: password,
        password: next,
      });
      expect([status, body.code, body.errors?.length], next).toEqual([
        422,
        'AUTH_PASSWORD_VALIDATION',
        faults,
      ]);
    }
  });

  it('limits guesses at the present one', async () => {
    const { visitor } = await user();
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 11; n++)
      codes.push(
        (
          await visitor.send('POST', '/account/password', {
            currentPassword: `errada ${n}`,
            password: 'frase boa',
          })
        ).body.code,
      );
    expect(codes.slice(9)).toEqual(['WRONG_CURRENT_PASSWORD', 'TOO_MANY_REQUESTS']);
  });

  it('is not for tokens of sessions that ended, nor for others’', async () => {
    const { visitor } = await user();
    await visitor.send('DELETE', '/session');
    expect((await visitor.send('GET', '/account')).body.code).toBe('AUTH_TOKEN_REVOKED');
    const sessionId = randomUUID();
    const [owner, other] = [await user(), await user()];
    await harness.service.sessions.open({ sessionId, userId: owner.userId, method: 'password' }, {});
    for (const sid of [sessionId, undefined]) {
      const { userId: sub, tenantId, name } = other;
      const { token } = await harness.service.identity.issueToken({
        kind: 'user',
        sub,
        tenantId,
        name,
        role: 'administrator',
        ...(sid === undefined ? {} : { sid }),
      });
      const bearer = new Visitor(harness);
      bearer.token = token;
      expect((await bearer.send('GET', '/account')).body.code, sid).toBe('AUTH_TOKEN_REVOKED');
    }
  });
});

describe('a forgotten password', () => {
  it('is replaced by a link, once, and every session ends', async () => {
    const { userId, email, visitor } = await user();
    const link = await resetLink(email);
    expect((await reset(link, '12345678')).body.code).toBe('AUTH_PASSWORD_VALIDATION');
    expect((await reset(link, 'outra frase boa')).status).toBe(204);
    expect((await reset(link, 'mais uma frase')).body.code).toBe('LINK_INVALID');
    expect(await refused(visitor)).toBe('AUTH_TOKEN_VALIDATION_ERROR');
    expect((await new Visitor(harness).signIn({ email, password: 'outra frase boa' })).status).toBe(200);
    const events = await harness.stream(streams.user(userId));
    expect(events.find(({ type }) => type === 'UserPasswordChanged')?.data).toMatchObject({ how: 'reset' });
    expect(events.map(({ type }) => type)).toContain('UserEmailVerified');
  });

  it('sends a link that opens no session and confirms no e-mail', async () => {
    const { email, visitor } = await user();
    const link = await resetLink(email);
    expect((await new Visitor(harness).enter('/session/link/open', { link })).body.code).toBe('LINK_INVALID');
    expect((await visitor.send('POST', '/session/email/confirm', { link })).body.code).toBe('LINK_INVALID');
    expect((await reset('inventado', 'outra frase boa')).body.code).toBe('LINK_INVALID');
  });

  it('is requested with the same answer for a known and an unknown address', async () => {
    const { email } = await user();
    const ask = async (address: string) => {
      const { status, body } = await new Visitor(harness).send('POST', '/session/password/forgotten', {
        email: address,
      });
      return { status, body };
    };
    expect(await ask('ninguem@exemplo.com.br')).toEqual(await ask(email));
  });
});

describe('an address', () => {
  it('is verified by the link that was sent to it, in a session of its account', async () => {
    const { email, userId, visitor } = await user({ proven: false });
    expect((await visitor.send<AnswerOf<'getAccount'>>('GET', '/account')).body.emailVerified).toBe(false);
    const sent = await visitor.send('POST', '/account/email/verification');
    expect([sent.status, sent.body]).toEqual([
      202,
      { sentTo: `a***@${email.split('@')[1]}`, channel: 'email', expiresInSeconds: 86_400 },
    ]);
    const address = /http:\/\/\S+#\S+/.exec(harness.mails.at(-1)?.text ?? '')?.[0] ?? 'x:';
    const link = new URLSearchParams(new URL(address).hash.slice(1)).get('verify');
    const { visitor: other } = await user();
    for (const stranger of [new Visitor(harness), other])
      expect((await stranger.send('POST', '/session/email/confirm', { link })).status).not.toBe(204);
    const confirm = () => visitor.send('POST', '/session/email/confirm', { link });
    expect((await confirm()).status).toBe(204);
    expect((await confirm()).body.code).toBe('LINK_INVALID');
    expect((await visitor.send<AnswerOf<'getAccount'>>('GET', '/account')).body.emailVerified).toBe(true);
    expect(await harness.types(streams.user(userId))).toContain('UserEmailVerified');
  });
});

describe('leaving', () => {
  it('removes oneself, with every way in, and frees the address', async () => {
    const { tenantId } = await user();
    const { userId } = await harness.member(tenantId, 'manager', { name: 'Leo' });
    const credentials = { email: `${userId}@exemplo.com.br`, password: 'uma frase boa' };
    await harness.service.identity.createCredentials({ userId, name: 'Leo', ...credentials });
    const visitor = new Visitor(harness);
    expect((await visitor.signIn(credentials)).status).toBe(200);
    expect((await visitor.send('DELETE', '/account')).status).toBe(204);
    expect((await harness.types(streams.user(userId))).at(-1)).toBe('UserRemoved');
    expect((await new Visitor(harness).signIn(credentials)).body.code).toBe('INVALID_CREDENTIALS');
    expect((await visitor.send('GET', '/account')).status).toBe(403);
  });

  it('is refused to the only administrator', async () => {
    const { visitor } = await user();
    const reply = await visitor.send('DELETE', '/account');
    expect([reply.status, reply.body.code]).toEqual([403, 'AUTH_PERMISSION_EDIT_ADMIN_USER']);
  });
});

it('refuses a tenant whose administrator chooses a common password', async () => {
  const registration = harness.registration();
  const administrator = { ...registration.administrator, password: 'Senha123' };
  const reply = await harness.send('POST', '/tenant', { ...registration, administrator });
  expect([reply.status, reply.body.code]).toEqual([422, 'AUTH_PASSWORD_VALIDATION']);
});

it('works as hard for an unknown e-mail as for a wrong password', async () => {
  const { email } = await user();
  const time = async (address: string) => {
    const taken: number[] = [];
    for (let n = 0; n < 5; n++) {
      const began = process.cpuUsage();
      await new Visitor(harness, `192.0.2.${n + 1}`).signIn({ email: address, password: 'errada mesmo' });
      const { user: userUs, system } = process.cpuUsage(began);
      taken.push(userUs + system);
    }
    return taken.toSorted((a, b) => a - b)[2] ?? 0;
  };
  const [known, unknown] = [await time(email), await time('ninguem@exemplo.com.br')];
  expect(known / unknown).toBeGreaterThan(1 / 3);
  expect(known / unknown).toBeLessThan(3);
});
