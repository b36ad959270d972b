import { streams, type AnswerOf } from '@lacre/contracts';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';

let harness: Harness;
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({
    now: () => clock,
    limits: { signInPerAddress: { tries: 1000, windowSeconds: 900 } },
  });
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => harness.stop());

const STEP_MS = 30_000;
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
const codeOf = (secret: string, at = clock) =>
  new TOTP({ secret, period: 30 }).generate({ timestamp: at.getTime() });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
const lastText = () => /\b\d{6}\b/.exec(harness.texts.at(-1)?.text ?? '')?.[0] ?? '';

async function user() {
  const { userId, registration } = await harness.tenant();
  const { email, password } = registration.administrator;
  const visitor = new Visitor(harness);
  await visitor.signIn({ email, password });
  return { userId, credentials: { email, password }, visitor };
}

async function withTotp() {
  const made = await user();
  const begun = (await made.visitor.send<AnswerOf<'startTotp'>>('POST', '/account/factor/totp', {})).body;
  const { factorId, secret } = begun;
  const done = await made.visitor.send<AnswerOf<'finalizeFactor'>>('POST', `/account/factor/${factorId}`, {
    code: codeOf(secret),
  });
  later(STEP_MS);
  return { ...made, ...begun, recoveryCodes: done.body.recoveryCodes ?? [] };
}

/** Signs in by the first factor of a user who has a second. */
async function firstFactor(credentials: { email: string; password: string }) {
  const visitor = new Visitor(harness);
  const reply = await visitor.signIn(credentials);
  const challenge = reply.body.secondFactor?.challenge ?? '';
  const finish = (body: object) => visitor.enter('/session/second-factor', { challenge, ...body });
  return { visitor, reply, challenge, finish };
}

describe('an authenticator app', () => {
  it('is asked for once a code of it was given, and brings recovery codes', async () => {
    const { visitor, userId, credentials } = await user();
    const { body } = await visitor.send<AnswerOf<'startTotp'>>('POST', '/account/factor/totp', {
      label: 'Celular',
    });
    expect(body.uri).toContain(`secret=${body.secret}`);
    expect(body.uri).toContain('issuer=Lacre');
    expect((await new Visitor(harness).signIn(credentials)).status).toBe(200);
    const url = `/account/factor/${body.factorId}`;
    expect((await visitor.send('POST', url, { code: wrong(codeOf(body.secret)) })).body.code).toBe(
      'CODE_INVALID',
    );
    const done = await visitor.send<AnswerOf<'finalizeFactor'>>('POST', url, { code: codeOf(body.secret) });
    expect(new Set(done.body.recoveryCodes).size).toBe(10);
    expect((await visitor.send('POST', url, { code: codeOf(body.secret) })).body.code).toBe(
      'SECOND_FACTOR_NOT_FOUND',
    );
    expect((await new Visitor(harness).signIn(credentials)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await visitor.send<AnswerOf<'getAccount'>>('GET', '/account')).body).toMatchObject({
      factors: [{ factorId: body.factorId, kind: 'totp', label: 'Celular' }],
      recoveryCodesLeft: 10,
    });
    expect(await harness.types(streams.user(userId))).toEqual(
      expect.arrayContaining(['UserSecondFactorEnrolled', 'UserRecoveryCodesIssued']),
    );
  });

  it('leaves no token, no cookie and no session before its code', async () => {
    const { credentials, secret, factorId, userId, visitor: own } = await withTotp();
    const before = (await own.send<AnswerOf<'listSessions'>>('GET', '/account/session')).body.items.length;
    const { reply, visitor, finish } = await firstFactor(credentials);
    expect([reply.status, reply.body.code, reply.body.token]).toEqual([
      401,
      'SECOND_FACTOR_REQUIRED',
      undefined,
    ]);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await own.send<AnswerOf<'listSessions'>>('GET', '/account/session')).body.items).toHaveLength(
      before,
    );
    expect((await finish({ factorId, code: codeOf(secret) })).status).toBe(200);
    expect(await harness.company(visitor.token ?? '')).toMatch(/^[\da-f-]{36}$/);
    expect((await harness.stream(streams.user(userId))).at(-1)?.data).toMatchObject({
      method: 'password',
      secondFactor: 'totp',
    });
  });

  it('has codes of one use each, good a step early and a step late', async () => {
    const { credentials, secret, factorId } = await withTotp();
    later(10 * STEP_MS);
    const at = (steps: number) => codeOf(secret, new Date(clock.getTime() + steps * STEP_MS));
    const use = async (code: string) =>
      (await (await firstFactor(credentials)).finish({ factorId, code })).status;
    expect(await use(at(-2))).toBe(401);
    expect(await use(at(2))).toBe(401);
    expect(await use(at(-1))).toBe(200);
    expect(await use(at(-1))).toBe(401);
    expect(await use(at(1))).toBe(200);
    // Older than the last one used.
    expect(await use(at(0))).toBe(401);
    const code = at(2);
    later(STEP_MS);
    const both = await Promise.all([use(code), use(code)]);
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('is not guessed: five tries of one sign-in, then waits', async () => {
    const { credentials, secret, factorId, userId } = await withTotp();
    const { finish } = await firstFactor(credentials);
    for (let n = 0; n < 5; n++)
      expect((await finish({ factorId, code: wrong(codeOf(secret)) })).status).toBe(401);
    expect((await finish({ factorId, code: codeOf(secret) })).body.code).toBe('SECOND_FACTOR_INVALID');
    const codes: (string | undefined)[] = [];
    for (let n = 0; n < 8; n++) {
      const { reply, finish: again } = await firstFactor(credentials);
      codes.push(
        reply.body.code === 'SECOND_FACTOR_REQUIRED'
          ? (await again({ factorId, code: '000000' })).body.code
          : reply.body.code,
      );
    }
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
    await harness.service.background.settled();
    const held = (await harness.stream(streams.user(userId))).filter(({ type }) => type === 'UserSignInHeld');
    expect(held.length).toBeGreaterThan(0);
  });

  it('of one user does not serve another, and a challenge ends after ten minutes', async () => {
    const [ana, rui] = [await withTotp(), await withTotp()];
    const { finish } = await firstFactor(ana.credentials);
    expect((await finish({ factorId: rui.factorId, code: codeOf(rui.secret) })).body.code).toBe(
      'SECOND_FACTOR_INVALID',
    );
    later(10 * 60_000 + 1);
    expect((await finish({ factorId: ana.factorId, code: codeOf(ana.secret) })).body.code).toBe(
      'SECOND_FACTOR_INVALID',
    );
    const made = await new Visitor(harness).enter('/session/second-factor', {
      challenge: 'inventado',
      factorId: ana.factorId,
      code: codeOf(ana.secret),
    });
    expect(made.body.code).toBe('SECOND_FACTOR_INVALID');
  });

  it('is asked for after a link too', async () => {
    const { credentials } = await withTotp();
    await new Visitor(harness).send('POST', '/session/link', { email: credentials.email });
    await harness.service.background.settled();
    const address = /http:\/\/\S+#\S+/.exec(harness.mails.at(-1)?.text ?? '')?.[0] ?? 'x:';
    const link = new URLSearchParams(new URL(address).hash.slice(1)).get('link');
    expect((await new Visitor(harness).enter('/session/link/open', { link })).body.code).toBe(
      'SECOND_FACTOR_REQUIRED',
    );
  });

  it('is withdrawn by its owner, and the recovery codes go with the last one', async () => {
    const { credentials, visitor, factorId, recoveryCodes } = await withTotp();
    const stranger = (await user()).visitor;
    expect((await stranger.send('DELETE', `/account/factor/${factorId}`)).body.code).toBe(
      'SECOND_FACTOR_NOT_FOUND',
    );
    expect((await visitor.send('DELETE', `/account/factor/${factorId}`)).status).toBe(204);
    expect((await visitor.send('DELETE', `/account/factor/${factorId}`)).body.code).toBe(
      'SECOND_FACTOR_NOT_FOUND',
    );
    expect((await new Visitor(harness).signIn(credentials)).status).toBe(200);
    expect(recoveryCodes).toHaveLength(10);
    expect((await visitor.send<AnswerOf<'getAccount'>>('GET', '/account')).body.recoveryCodesLeft).toBe(0);
    expect((await visitor.send('POST', '/account/recovery-code')).body.code).toBe('SECOND_FACTOR_NOT_FOUND');
  });
});

describe('a recovery code', () => {
  it('stands in for the second factor, once, however it is typed', async () => {
    const { credentials, recoveryCodes, userId } = await withTotp();
    const [code = ''] = recoveryCodes;
    expect(
      (await (await firstFactor(credentials)).finish({ recoveryCode: ` ${code.toUpperCase()} ` })).status,
    ).toBe(200);
    expect((await (await firstFactor(credentials)).finish({ recoveryCode: code })).body.code).toBe(
      'SECOND_FACTOR_INVALID',
    );
    expect((await (await firstFactor(credentials)).finish({ recoveryCode: recoveryCodes[1] })).status).toBe(
      200,
    );
    expect((await harness.stream(streams.user(userId))).at(-1)?.data).toMatchObject({
      secondFactor: 'recovery-code',
    });
  });

  it('gives way to new ones', async () => {
    const { credentials, recoveryCodes, visitor } = await withTotp();
    const renewed = await visitor.send<AnswerOf<'renewRecoveryCodes'>>('POST', '/account/recovery-code');
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const finish = async (recoveryCode: string | undefined) =>
      (await (await firstFactor(credentials)).finish({ recoveryCode })).status;
    expect(await finish(recoveryCodes[3])).toBe(401);
    expect(await finish(renewed.body.recoveryCodes[3])).toBe(200);
  });

  it('is stored nowhere in the clear, nor is the secret of the app', async () => {
    const { recoveryCodes, secret, userId } = await withTotp();
    const { rows } = await harness.pool.query<{ row: string }>(
      `select f::text as row from identity.second_factor f where user_id = $1
       union all select r::text from identity.recovery_code r where user_id = $1
       union all select e.data::text || e.metadata::text from event_store.events e`,
      [userId],
    );
    const kept = rows.map(({ row }) => row).join();
    const bare = recoveryCodes.map((code) => code.replace('-', ''));
    for (const text of [secret, ...recoveryCodes, ...bare]) {
      expect(kept).not.toContain(text);
      expect(harness.logged.join('')).not.toContain(text);
    }
  });
});

describe('a phone', () => {
  async function withPhoneFactor(phoneNumber: string) {
    const made = await user();
    const begun = (
      await made.visitor.send<AnswerOf<'startPhoneFactor'>>('POST', '/account/factor/phone', { phoneNumber })
    ).body;
    await made.visitor.send('POST', `/account/factor/${begun.factorId}`, { code: lastText() });
    return { ...made, ...begun };
  }

  it('is a second factor once its code was confirmed, and its number is shown masked alone', async () => {
    const { credentials, factorId, sentTo } = await withPhoneFactor('11912345678');
    expect(sentTo).toBe('(11) *****-5678');
    const { reply, challenge, finish } = await firstFactor(credentials);
    expect(reply.body.secondFactor?.factors).toEqual([{ factorId, kind: 'phone', label: '(11) *****-5678' }]);
    const send = await new Visitor(harness).send('POST', '/session/second-factor/code', {
      challenge,
      factorId,
    });
    expect([send.status, harness.texts.at(-1)?.to]).toEqual([202, '+5511912345678']);
    const code = lastText();
    expect((await finish({ factorId, code: wrong(code) })).body.code).toBe('SECOND_FACTOR_INVALID');
    expect((await finish({ factorId, code })).status).toBe(200);
    const { rows } = await harness.pool.query<{ row: string }>(
      'select f::text as row from identity.second_factor f',
    );
    expect(rows.map(({ row }) => row).join()).not.toContain('11912345678');
    const made = { challenge: 'inventado', factorId };
    expect((await new Visitor(harness).send('POST', '/session/second-factor/code', made)).body.code).toBe(
      'SECOND_FACTOR_INVALID',
    );
  });

  async function withVerifiedPhone(phoneNumber: string) {
    const made = await user();
    const { userId } = made;
    const [created] = await harness.stream(streams.user(userId));
    const { tenantId, name, email } = (created?.data ?? {}) as {
      tenantId: string;
      name: string;
      email: string;
    };
    const data = { userId, tenantId, name, email, phoneNumber };
    const edit = (phone: string) =>
      harness.append(streams.user(userId), tenantId, {
        type: 'UserEdited',
        data: { ...data, phoneNumber: phone },
      });
    expect((await made.visitor.send('POST', '/account/phone/code')).body.code).toBe(
      'AUTH_USER_DATA_VALIDATION',
    );
    await edit(phoneNumber);
    expect((await made.visitor.send('POST', '/account/phone/code')).status).toBe(202);
    const code = lastText();
    expect((await made.visitor.send('POST', '/account/phone', { code: wrong(code) })).body.code).toBe(
      'CODE_INVALID',
    );
    expect((await made.visitor.send('POST', '/account/phone', { code })).status).toBe(204);
    return { ...made, edit };
  }
  const ask = (phoneNumber: string) =>
    new Visitor(harness).send('POST', '/session/phone/code', { phoneNumber });
  const open = (phoneNumber: string, code: string) =>
    new Visitor(harness).enter('/session/phone', { phoneNumber, code });

  it('that its owner verified signs them in by a code', async () => {
    const phoneNumber = '21987650001';
    const { userId, visitor } = await withVerifiedPhone(phoneNumber);
    expect((await visitor.send<AnswerOf<'getAccount'>>('GET', '/account')).body).toMatchObject({
      phoneNumber,
      phoneVerified: true,
    });
    await ask(phoneNumber);
    await harness.service.background.settled();
    const code = lastText();
    expect((await open(phoneNumber, wrong(code))).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
    expect((await open(phoneNumber, code)).status).toBe(200);
    expect((await open(phoneNumber, code)).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
    expect((await harness.stream(streams.user(userId))).at(-1)?.data).toMatchObject({ method: 'phone' });
  });

  it('is answered alike for any number, and signs in no one once its owner has another', async () => {
    const { edit } = await withVerifiedPhone('21987650002');
    const known = await ask('21987650002');
    await harness.service.background.settled();
    await edit('21987650003');
    const sent = harness.texts.length;
    for (const number of ['21987650002', '21987650003', '21900000000']) {
      const reply = await ask(number);
      expect([reply.status, reply.body]).toEqual([known.status, known.body]);
      expect((await open(number, '123456')).body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
    }
    await harness.service.background.settled();
    expect(harness.texts).toHaveLength(sent);
  });

  it('that is the second factor of a user is not their first', async () => {
    const { visitor } = await withVerifiedPhone('21987650004');
    const { body } = await visitor.send<AnswerOf<'startPhoneFactor'>>('POST', '/account/factor/phone', {
      phoneNumber: '21987650004',
    });
    await visitor.send('POST', `/account/factor/${body.factorId}`, { code: lastText() });
    const sent = harness.texts.length;
    await ask('21987650004');
    await harness.service.background.settled();
    expect(harness.texts).toHaveLength(sent);
  });
});
