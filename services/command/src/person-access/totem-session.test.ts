import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness, sha256Of } from '../testing/harness.ts';
import { Visitor } from '../testing/visitor.ts';

const PASSWORD = 'uma senha comprida';
const DAY_MS = 86_400_000;

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({ now: () => clock });
  own = await harness.tenant();
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => harness.stop());

/** A tablet at which a totem user of the tenant has signed in. */
async function tablet(tenantId = own.tenantId) {
  const { userId } = await harness.member(tenantId, 'totem');
  const email = `${userId}@exemplo.com.br`;
  await harness.service.identity.setFirstPassword({ userId, name: 'Totem', email, password: PASSWORD });
  const visitor = new Visitor(harness);
  expect((await visitor.signIn({ email, password: PASSWORD })).status).toBe(200);
  return { visitor, userId };
}
const register = (visitor: Visitor, name = 'Recepção') =>
  visitor.send<AnswerOf<'registerTotem'>>('POST', '/totem', { name });
const askCode = (visitor: Visitor, cpf: string) =>
  visitor.send<AnswerOf<'requestTotemCode'>>('POST', '/totem/code', { cpf });
const open = (visitor: Visitor, cpf: string, code: string) =>
  visitor.send<AnswerOf<'openTotemSession'>>('POST', '/totem/session', { cpf, code });
const revoke = (userId: string, totemId: string, token = own.token) =>
  harness.send('DELETE', `/user/${userId}/totem/${totemId}`, undefined, { token });
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

/** A registered tablet and a person who signed in at it. */
async function arrived() {
  const { visitor, userId } = await tablet();
  const { totemId } = (await register(visitor)).body;
  const process = await harness.process(own);
  await askCode(visitor, process.ana.cpf);
  await harness.service.background.settled();
  const opened = await open(visitor, process.ana.cpf, harness.lastCode());
  expect(opened.status).toBe(200);
  return { ...process, visitor, userId, totemId, token: opened.body.token };
}

describe('a totem', () => {
  it('is refused before it is registered, and registered once', async () => {
    const { visitor, userId } = await tablet();
    const { cpf } = await harness.person(own.token);
    const current = () => visitor.send<AnswerOf<'currentTotem'>>('GET', '/totem/current');
    expect((await current()).body).toEqual({ totem: null, language: 'pt-BR' });
    expect((await askCode(visitor, cpf)).body.code).toBe('DEVICE_NOT_FOUND');
    expect((await open(visitor, cpf, '123456')).body.code).toBe('DEVICE_NOT_FOUND');
    const { status, body } = await register(visitor);
    expect([status, body.name]).toEqual([201, 'Recepção']);
    expect((await register(visitor, 'Outro nome')).body).toMatchObject({
      totemId: body.totemId,
      name: 'Recepção',
    });
    const totem = { totemId: body.totemId, name: 'Recepção' };
    expect((await current()).body).toEqual({ totem, language: 'pt-BR' });
    const settings = { totemLanguage: 'es' };
    expect((await harness.send('PATCH', '/tenant/settings', { settings }, { token: own.token })).status).toBe(
      200,
    );
    expect((await current()).body).toEqual({ totem, language: 'es' });
    expect(await harness.types(streams.user(userId))).toEqual([
      'UserCreated',
      'UserSignedIn',
      'TotemRegistered',
    ]);
    const { rows } = await harness.pool.query('select 1 from command.totem_use where totem_id = $1', [
      body.totemId,
    ]);
    expect(rows).toHaveLength(1);
  });

  it('outlives a holiday, which any other session does not', async () => {
    const [registered, other] = [await tablet(), await tablet()];
    await register(registered.visitor);
    clock = new Date(clock.getTime() + 30 * DAY_MS);
    expect((await registered.visitor.send('POST', '/session/refresh')).status).toBe(200);
    clock = new Date(clock.getTime() + 170 * DAY_MS);
    expect((await registered.visitor.send('POST', '/session/refresh')).status).toBe(200);
    expect((await other.visitor.send('POST', '/session/refresh')).status).toBe(401);
  });

  it('gives the same answer for a known and an unknown CPF', async () => {
    const { visitor } = await tablet();
    await register(visitor);
    const { cpf } = await harness.person(own.token);
    const [known, unknown] = [await askCode(visitor, cpf), await askCode(visitor, '52998224725')];
    expect(known.status).toBe(202);
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    await harness.service.background.settled();
    const code = harness.lastCode();
    const [mistyped, stranger] = [
      await open(visitor, cpf, wrong(code)),
      await open(visitor, '52998224725', code),
    ];
    expect([mistyped.status, mistyped.body.code]).toEqual([stranger.status, stranger.body.code]);
    expect(mistyped.body.code).toBe('AUTH_DEVICE_VALIDATION_ERROR');
    expect((await open(visitor, cpf, code)).status).toBe(200);
    expect((await open(visitor, cpf, code)).status).toBe(401);
  });

  it('knows the people of its own tenant alone', async () => {
    const other = await harness.tenant();
    const { visitor } = await tablet(other.tenantId);
    await register(visitor);
    const { cpf } = await harness.person(own.token);
    const mails = harness.mails.length;
    expect((await askCode(visitor, cpf)).status).toBe(202);
    await harness.service.background.settled();
    expect(harness.mails).toHaveLength(mails);
  });

  it('remembers no device of a person, and is named in what is signed there', async () => {
    const { token, processId, documentId, totemId, visitor, ana } = await arrived();
    expect([...visitor.cookies.keys()]).not.toContain('lacre_person_device');
    const signed = await harness.send(
      'POST',
      '/signature/sign',
      {
        signatures: [{ signatureId: `${processId}:1`, documentId, documentSha256: sha256Of('a.pdf') }],
        consent: { accepted: true, termsVersion: '2026-11' },
      },
      { token },
    );
    expect(signed.status).toBe(200);
    const events = await harness.stream(streams.process(processId));
    expect(events.find(({ type }) => type === 'SignatureSigned')?.data).toMatchObject({
      personId: ana.personId,
      authentication: 'cpf-email-code',
      totem: { totemId, name: 'Recepção' },
    });
  });
});

describe('a totem that is revoked', () => {
  it('is refused from the next request on, and so is a person who signed in there', async () => {
    const { visitor, userId, totemId, token } = await arrived();
    const devices = () => harness.send('GET', '/signature/device', undefined, { token });
    expect((await devices()).status).toBe(200);
    expect((await revoke(userId, totemId)).status).toBe(200);
    expect((await devices()).body.code).toBe('AUTH_TOKEN_REVOKED');
    for (const reply of [
      await visitor.send('GET', '/totem/current'),
      await askCode(visitor, '52998224725'),
      await register(visitor),
    ])
      expect([reply.status, reply.body.code]).toEqual([401, 'AUTH_TOKEN_REVOKED']);
    expect((await visitor.send('POST', '/session/refresh')).status).toBe(401);
    expect((await revoke(userId, totemId)).status).toBe(200);
    const types = await harness.types(streams.user(userId));
    expect(types.filter((type) => type === 'TotemRevoked')).toHaveLength(1);
  });

  it('has to be of the tenant and of the user named', async () => {
    const { visitor, userId } = await tablet();
    const { totemId } = (await register(visitor)).body;
    const other = await harness.tenant();
    expect((await revoke(userId, totemId, other.token)).body.code).toBe('DEVICE_NOT_FOUND');
    expect((await revoke(userId, randomUUID())).body.code).toBe('DEVICE_NOT_FOUND');
    expect((await revoke(own.userId, totemId)).body.code).toBe('DEVICE_NOT_FOUND');
    const { token } = await harness.member(own.tenantId, 'common');
    expect((await revoke(userId, totemId, token)).body.code).toBe('AUTH_USER_WITHOUT_PERMISSION');
  });

  it('goes with its user', async () => {
    const { userId, token } = await arrived();
    await harness.send('PATCH', `/user/${userId}`, { user: { active: false } }, { token: own.token });
    const { body } = await harness.send('GET', '/signature/device', undefined, { token });
    expect(body.code).toBe('AUTH_TOKEN_REVOKED');
  });
});
