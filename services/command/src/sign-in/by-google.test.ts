import { streams, type AnswerOf } from '@lacre/contracts';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';

/** A real provider of OpenID Connect on this machine: discovery, code flow, signed tokens. */
const provider = new OAuth2Server();
let harness: Harness;
/** Claims by which the provider names the user. */
let claims: Record<string, unknown> = {};

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  provider.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
    Object.assign(token.payload, claims);
  });
  harness = await Harness.start({
    google: { clientId: 'lacre', clientSecret: 'segredo', issuer: provider.issuer.url ?? '' },
  });
});
afterEach(() => {
  claims = {};
});
afterAll(async () => {
  await harness.stop();
  await provider.stop();
});

let number = 0;
const subject = () => `google-${++number}`;

async function user({ verified = true } = {}) {
  const made = await harness.tenant({ proven: verified });
  const { email, password } = made.registration.administrator;
  return { ...made, email, password };
}

/** The browser goes to the provider, is signed in there at once, and comes back with a code. */
async function atGoogle(visitor: Visitor): Promise<string> {
  const { body } = await visitor.send<AnswerOf<'startGoogleSignIn'>>('POST', '/session/google/start', {});
  const there = await fetch(body.url, { redirect: 'manual' });
  return new URL(there.headers.get('location') ?? '').search.slice(1);
}

async function enter(said: Record<string, unknown>, visitor = new Visitor(harness)) {
  const callback = await atGoogle(visitor);
  claims = said;
  return visitor.enter('/session/google', { callback });
}

describe('signing in by Google', () => {
  it('asks with PKCE, state and nonce, and leads back to the product', async () => {
    const visitor = new Visitor(harness);
    const { body } = await visitor.send<AnswerOf<'startGoogleSignIn'>>('POST', '/session/google/start', {});
    const asked = new URL(body.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: 'lacre',
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: 'http://127.0.0.1/login',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(20);
    expect([...visitor.cookies.keys()]).toEqual(['lacre_google']);
  });

  it('signs in the user with that verified e-mail, and from then on by the Google account itself', async () => {
    const { userId, email } = await user();
    const sub = subject();
    const first = await enter({ sub, email: email.toUpperCase(), email_verified: true });
    expect([first.status, first.body.user.uid]).toEqual([200, userId]);
    const again = await enter({ sub, email: 'outro-endereco@gmail.com', email_verified: false });
    expect([again.status, again.body.user.uid]).toEqual([200, userId]);
    expect(await harness.types(streams.user(userId))).toEqual(
      expect.arrayContaining(['UserGoogleLinked', 'UserSignedIn']),
    );
    expect((await harness.stream(streams.user(userId))).at(-1)?.data).toMatchObject({ method: 'google' });
  });

  it('creates no account', async () => {
    const reply = await enter({ sub: subject(), email: 'desconhecida@gmail.com', email_verified: true });
    expect([reply.status, reply.body.code]).toEqual([401, 'GOOGLE_SIGN_IN_FAILED']);
    expect(reply.headers['set-cookie']).not.toContain('lacre_session');
  });

  it('signs in to no account by an address that the provider has not verified', async () => {
    const { email } = await user();
    for (const email_verified of [false, 'true', undefined])
      expect((await enter({ sub: subject(), email, email_verified })).body.code).toBe(
        'GOOGLE_SIGN_IN_FAILED',
      );
  });

  it('does not link to an account whose own address is unverified', async () => {
    const { email, userId } = await user({ verified: false });
    const reply = await enter({ sub: subject(), email, email_verified: true });
    expect(reply.body.code).toBe('GOOGLE_SIGN_IN_FAILED');
    expect(await harness.types(streams.user(userId))).not.toContain('UserGoogleLinked');
  });

  it('links one Google account to a user, not two', async () => {
    const { email } = await user();
    await enter({ sub: subject(), email, email_verified: true });
    expect((await enter({ sub: subject(), email, email_verified: true })).body.code).toBe(
      'GOOGLE_SIGN_IN_FAILED',
    );
  });

  it('refuses an inactive user', async () => {
    const { email, userId, tenantId } = await user();
    const sub = subject();
    await enter({ sub, email, email_verified: true });
    await harness.append(streams.user(userId), tenantId, {
      type: 'UserDeactivated',
      data: { userId, tenantId },
    });
    expect((await enter({ sub, email, email_verified: true })).body.code).toBe('AUTH_USER_INACTIVE');
  });

  it('is finished by the browser that began it, once', async () => {
    const { email } = await user();
    const [visitor, thief] = [new Visitor(harness), new Visitor(harness)];
    const callback = await atGoogle(visitor);
    claims = { sub: subject(), email, email_verified: true };
    expect((await thief.enter('/session/google', { callback })).body.code).toBe('GOOGLE_SIGN_IN_FAILED');
    await atGoogle(thief);
    // With a beginning of its own, but another's answer: the state does not fit.
    expect((await thief.enter('/session/google', { callback })).body.code).toBe('GOOGLE_SIGN_IN_FAILED');
    const cookie = visitor.cookies.get('lacre_google') ?? '';
    expect((await visitor.enter('/session/google', { callback })).status).toBe(200);
    expect(visitor.cookies.has('lacre_google')).toBe(false);
    visitor.cookies.set('lacre_google', cookie);
    expect((await visitor.enter('/session/google', { callback })).body.code).toBe('GOOGLE_SIGN_IN_FAILED');
  });

  it.each([
    ['another nonce', { nonce: 'outro' }],
    ['another audience', { aud: 'outro-cliente' }],
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['an end in the past', { exp: 1 }],
  ])('refuses a token with %s', async (_what, said) => {
    const { email } = await user();
    const reply = await enter({ sub: subject(), email, email_verified: true, ...said });
    expect(reply.body.code).toBe('GOOGLE_SIGN_IN_FAILED');
  });

  it('refuses a sign-in that the provider refused', async () => {
    const visitor = new Visitor(harness);
    const callback = new URLSearchParams(await atGoogle(visitor));
    callback.delete('code');
    callback.set('error', 'access_denied');
    const reply = await visitor.enter('/session/google', { callback: callback.toString() });
    expect(reply.body.code).toBe('GOOGLE_SIGN_IN_FAILED');
  });

  it('is a recent sign-in for operations that require one', async () => {
    const { userId, email, password } = await user();
    const sub = subject();
    const visitor = new Visitor(harness);
    await visitor.signIn({ email, password });
    await harness.pool.query(
      `update identity.session_detail set authenticated_at = authenticated_at - interval '301 s'
        where session_id in (select id from identity.session where "userId" = $1)`,
      [userId],
    );
    const enrol = () => visitor.send('POST', '/account/factor/totp', {});
    expect((await enrol()).body.code).toBe('RECENT_SIGN_IN_REQUIRED');
    await enter({ sub, email, email_verified: true }, visitor);
    expect((await enrol()).status).toBe(201);
  });

  it('asks for the second factor, and can be undone', async () => {
    const { email, password } = await user();
    const sub = subject();
    await enter({ sub, email, email_verified: true });
    const own = new Visitor(harness);
    await own.signIn({ email, password });
    expect((await own.send<AnswerOf<'getAccount'>>('GET', '/account')).body.googleLinked).toBe(true);
    const { body } = await own.send<AnswerOf<'startPhoneFactor'>>('POST', '/account/factor/phone', {
      phoneNumber: '11911112222',
    });
    const code = /\b\d{6}\b/.exec(harness.texts.at(-1)?.text ?? '')?.[0];
    await own.send('POST', `/account/factor/${body.factorId}`, { code });
    expect((await enter({ sub, email, email_verified: true })).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await own.send('DELETE', '/account/google')).status).toBe(204);
    expect((await own.send<AnswerOf<'getAccount'>>('GET', '/account')).body.googleLinked).toBe(false);
  });
});

it('answers 405 where it is not set up, and 502 when the provider is away', async () => {
  for (const [google, status, code] of [
    [undefined, 405, 'AUTH_METHOD_NOT_ALLOWED'],
    [
      { clientId: 'lacre', clientSecret: 's', issuer: 'http://127.0.0.1:9' },
      502,
      'IDENTITY_PROVIDER_UNAVAILABLE',
    ],
  ] as const) {
    const other = await Harness.start({ google });
    try {
      const reply = await other.send('POST', '/session/google/start', {});
      expect([reply.status, reply.body.code]).toEqual([status, code]);
    } finally {
      await other.stop();
    }
  }
});
