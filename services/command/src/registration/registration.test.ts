import { streams, type AnswerOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { derivedId } from '@lacre/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { intentId } from '../idempotency/idempotency.ts';
import { Harness, type Reply } from '../testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start({ limits: { registerPerAddress: { tries: 1_000, windowSeconds: 60 } } });
});
afterAll(() => harness.stop());

const register = (body: unknown, key?: string) =>
  harness.send<AnswerOf<'registerTenant'>>('POST', '/tenant', body, { key });

describe('registering a tenant', () => {
  it('stores the administrator and the credits before the tenant', async () => {
    const { status, body } = await register(harness.registration());
    expect(status).toBe(201);
    const [user] = await harness.stream(streams.user(body.userId));
    const [credits] = await harness.stream(streams.credits(body.tenantId));
    const [tenant] = await harness.stream(streams.tenant(body.tenantId));
    expect([user?.type, credits?.type, tenant?.type]).toEqual([
      'UserCreated',
      'CreditsGranted',
      'TenantRegistered',
    ]);
    expect(credits?.data).toMatchObject({ amount: 100 });
    expect(harness.eventStore.comparePositions(user!.position, tenant!.position)).toBeLessThan(0);
    expect(harness.eventStore.comparePositions(credits!.position, tenant!.position)).toBeLessThan(0);
    expect(body.position).toBe(tenant?.position);
  });

  it.each([
    ['EMAIL_NOT_AVAILABLE', 'e-mail', { domain: 'outra-conta-1' }, {}],
    ['DOMAIN_NOT_AVAILABLE', 'address', {}, { email: 'outra1@exemplo.com.br' }],
  ])('refuses with %s an %s that is taken', async (code, _what, tenant, administrator) => {
    const first = harness.registration();
    expect((await register(first)).status).toBe(201);
    const second = {
      tenant: { ...first.tenant, ...tenant },
      administrator: { ...first.administrator, ...administrator },
    };
    expect(await register(second)).toMatchObject({ status: 409, body: { code } });
  });

  it('treats an e-mail in another case as the same', async () => {
    const first = harness.registration();
    await register(first);
    const email = first.administrator.email.toUpperCase();
    const second = { ...harness.registration(), administrator: { ...first.administrator, email } };
    expect((await register(second)).body.code).toBe('EMAIL_NOT_AVAILABLE');
  });

  it('answers the same key and body the same, and stores nothing twice', async () => {
    const body = harness.registration();
    const first = await register(body, 'registration-1');
    await harness.service.answers.settled();
    const again = await register(body, 'registration-1');
    await harness.pool.query('truncate command.idempotency');
    const fromTheLog = await register(body, 'registration-1');
    expect([again.body, fromTheLog.body]).toEqual([first.body, first.body]);
    expect(await harness.types(streams.credits(first.body.tenantId))).toEqual(['CreditsGranted']);
    expect(await harness.types(streams.tenant(first.body.tenantId))).toEqual(['TenantRegistered']);
  });

  it('refuses the same key with another body or password, also once the answer is forgotten', async () => {
    const body = harness.registration();
    await register(body, 'registration-2');
    const otherName = { ...body, tenant: { ...body.tenant, name: 'Outra' } };
    const otherPassword = { ...body, administrator: { ...body.administrator, password: 'outra-senha' } };
    for (let round = 0; round < 2; round++) {
      expect((await register(otherName, 'registration-2')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
      expect((await register(otherPassword, 'registration-2')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
      await harness.service.answers.settled();
      await harness.pool.query('truncate command.idempotency');
    }
  });

  it('has one effect when ten requests of one key arrive at once', async () => {
    const body = harness.registration();
    const replies = await Promise.all(Array.from({ length: 10 }, () => register(body, 'registration-3')));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
  });

  it('gives one address to one of ten callers at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => {
        const body = harness.registration();
        return register({ ...body, tenant: { ...body.tenant, domain: 'disputado' } });
      }),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.code))).toEqual(
      new Set([undefined, 'DOMAIN_NOT_AVAILABLE']),
    );
  });

  it('never keeps the password in the log', async () => {
    const body = harness.registration();
    await register({ ...body, administrator: { ...body.administrator, password: 'senha-que-se-procura' } });
    const { rows } = await harness.pool.query<{ found: string }>(
      `select count(*)::text as found from event_store.events where data::text || metadata::text like '%senha-que%'`,
    );
    expect(rows[0]?.found).toBe('0');
    expect(harness.logged.join('')).not.toContain('senha-que');
  });
});

/** What the registration under `key` leaves when its process dies before the tenant is stored. */
async function stopBeforeTheTenant(body: ReturnType<Harness['registration']>, key: string) {
  const scope = `visitor:${harness.service.digest('scope', body.administrator.email)}`;
  const tenantId = derivedId('new', 'tenant', intentId({ scope, key }));
  const { eventStore } = harness;
  const append = eventStore.append.bind(eventStore);
  eventStore.append = async (stream, ...rest) => {
    if (stream === streams.tenant(tenantId)) throw new Error('the process died here');
    return append(stream, ...rest);
  };
  try {
    expect((await register(body, key)).status).toBe(500);
  } finally {
    eventStore.append = append;
  }
  return tenantId;
}

describe('a registration that stopped halfway', () => {
  it('shows no tenant, admits no sign-in, and resumes with the same key', async () => {
    const body = harness.registration();
    const tenantId = await stopBeforeTheTenant(body, 'halfway-1');
    const { email, password } = body.administrator;
    expect(await harness.types(streams.tenant(tenantId))).toEqual([]);
    expect((await harness.send('POST', '/session', { email, password })).body.code).toBe(
      'INVALID_CREDENTIALS',
    );
    expect(await register(body, 'halfway-1')).toMatchObject({ status: 201, body: { tenantId } });
    expect((await harness.send('POST', '/session', { email, password })).status).toBe(200);
    expect(await harness.types(streams.credits(tenantId))).toEqual(['CreditsGranted']);
  });

  it('releases e-mail and address to the next caller, and can never be completed then', async () => {
    const body = harness.registration();
    const orphan = await stopBeforeTheTenant(body, 'halfway-2');
    const next = { ...body, administrator: { ...body.administrator, password: 'nova-senha-boa' } };
    const taken = await register(next, 'next');
    expect(taken.status, JSON.stringify(taken.body)).toBe(201);
    expect(await harness.types(streams.tenant(orphan))).toEqual(['OwnerForfeited']);
    expect((await register(body, 'halfway-2')).body.code).toBe('EMAIL_NOT_AVAILABLE');
    expect(await harness.types(streams.tenant(orphan))).toEqual(['OwnerForfeited']);
    const signIn = (password: string) =>
      harness.send('POST', '/session', { email: body.administrator.email, password });
    expect((await signIn('nova-senha-boa')).status).toBe(200);
    expect((await signIn(body.administrator.password)).body.code).toBe('INVALID_CREDENTIALS');
  });
});

it('sends no code to others before its address is confirmed', async () => {
  const { token, userId, registration } = await harness.tenant({ proven: false });
  const stranger = await harness.person(token, { cellphoneNumber: '11977776666' });
  const claim = { cpf: stranger.cpf, domain: registration.tenant.domain };
  const answers = [];
  for (const channel of ['email', 'sms'])
    answers.push(await harness.send('POST', '/signature/code', { ...claim, channel }));
  const unknown = await harness.send('POST', '/signature/code', { ...claim, cpf: cpfOf(987_654) });
  expect(answers.map(({ status, body }) => [status, body['sentTo']])).toEqual([
    [unknown.status, unknown.body['sentTo']],
    [unknown.status, unknown.body['sentTo']],
  ]);
  const phoneNumber = '11966665555';
  await harness.send('PATCH', `/user/${userId}`, { user: { phoneNumber } }, { token });
  for (const [path, body] of [
    ['/account/phone/code', undefined],
    ['/account/factor/phone', { phoneNumber }],
  ] as const)
    expect((await harness.send('POST', path, body, { token })).body.code).toBe('EMAIL_NOT_VERIFIED');
  await harness.service.background.settled();
  expect(harness.mails.filter(({ to }) => to.address === stranger.email)).toEqual([]);
  expect(harness.texts.filter(({ to }) => /1197777|1196666/.test(JSON.stringify(to)))).toEqual([]);
});

it('counts registrations of one address', async () => {
  const strict = await Harness.start({ limits: { registerPerAddress: { tries: 2, windowSeconds: 60 } } });
  try {
    const replies: Reply[] = [];
    for (let n = 0; n < 3; n++) replies.push(await strict.send('POST', '/tenant', strict.registration()));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(Number(replies[2]?.headers['retry-after'])).toBeGreaterThan(0);
  } finally {
    await strict.stop();
  }
});
