import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';
import { derivedId } from '@lacre/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { intentId } from '../idempotency/idempotency.ts';
import { Harness } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
beforeAll(async () => {
  harness = await Harness.start();
  own = await harness.tenant();
  other = await harness.tenant();
});
afterAll(() => harness.stop());

let number = 500_000;
const companyBody = () => ({ cnpj: cnpjOf(++number), companyName: 'Padaria Real Ltda' });
const personBody = () => {
  const cpf = cpfOf(++number);
  return { cpf, name: 'Rui Alves', email: `rui${cpf}@exemplo.com.br` };
};
const createCompany = (body: unknown, key?: string, token = own.token) =>
  harness.send<AnswerOf<'createCompany'>>('POST', '/company', body, { token, key });
const createPerson = (body: unknown, key?: string, token = own.token) =>
  harness.send<AnswerOf<'createPerson'>>('POST', '/person', body, { token, key });
const edit = (companyId: string, body: unknown, key?: string, token = own.token) =>
  harness.send<AnswerOf<'editCompany'>>('PATCH', `/company/${companyId}`, body, { token, key });

describe('companies', () => {
  it('are unique by CNPJ in their tenant, formatted or not', async () => {
    const body = { ...companyBody(), cnpj: '12ABC34501DE35' };
    expect((await createCompany(body)).status).toBe(201);
    const again = await createCompany({ ...body, cnpj: '12.abc.345/01de-35'.toUpperCase() });
    expect([again.status, again.body.code]).toEqual([409, 'CNPJ_ALREADY_EXISTS']);
    expect((await createCompany(body, undefined, other.token)).status).toBe(201);
  });

  it('treat empty fields as absent, and ask for required ones', async () => {
    const nothing = {
      tradingName: '',
      email: null,
      cnae: 'null',
      phoneNumber: 'undefined',
      defaultSignatoryIds: [],
    };
    const body = companyBody();
    const { companyId } = (await createCompany({ ...body, ...nothing })).body;
    const [created] = await harness.stream(streams.company(companyId));
    expect(created?.data['fields']).toEqual({ companyName: body.companyName, active: true });
    const edited = await edit(companyId, { companyName: 'Padaria Nova', tradingName: ' ', zip: null });
    expect(edited.status).toBe(200);
    for (const companyName of ['null', 'undefined', ' ', null])
      expect((await createCompany({ ...companyBody(), companyName })).body).toMatchObject({
        code: 'CLASS_VALIDATION_ERROR',
        errors: [{ field: 'companyName', message: 'Por favor, insira a razão social' }],
      });
  });

  it('are edited, and another tenant’s look like none', async () => {
    const { companyId } = (await createCompany(companyBody())).body;
    expect((await edit(companyId, { companyName: 'Padaria Nova' })).status).toBe(200);
    for (const reply of [
      await edit(companyId, { companyName: 'Minha' }, undefined, other.token),
      await edit(randomUUID(), { companyName: 'Minha' }),
    ])
      expect([reply.status, reply.body.code]).toEqual([404, 'COMPANY_NOT_FOUND']);
    expect(await harness.types(streams.company(companyId))).toEqual(['CompanyCreated', 'CompanyEdited']);
  });

  it('record actor, client and request', async () => {
    const { companyId } = (await createCompany(companyBody())).body;
    const [created] = await harness.stream(streams.company(companyId));
    expect(created?.metadata).toMatchObject({
      tenantId: own.tenantId,
      actor: { kind: 'user', id: own.userId, name: own.registration.administrator.name },
      client: { ip: '127.0.0.1' },
      schemaVersion: 1,
      correlationId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      requestHash: expect.stringMatching(/^[\da-f]{64}$/) as string,
    });
  });
});

describe('persons', () => {
  it('were born in the past, and may leave other fields empty', async () => {
    const later = await createPerson({ ...personBody(), birthday: '2999-01-01' });
    expect(later.body).toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ field: 'birthday', message: 'A data de nascimento está no futuro' }],
    });
    const leapDay = { ...personBody(), birthday: '2024-02-29', rg: '', emails: [], gender: null };
    const { personId } = (await createPerson(leapDay)).body;
    const [created] = await harness.stream(streams.person(personId));
    expect(created?.data['fields']).toMatchObject({ birthday: '2024-02-29' });
    expect(Object.keys(created?.data['fields'] as object)).not.toContain('rg');
  });

  it('are unique by CPF in their tenant', async () => {
    const body = personBody();
    expect((await createPerson(body)).status).toBe(201);
    const again = await createPerson(body);
    expect([again.status, again.body.code]).toEqual([409, 'PERSON_CREATION_ERROR']);
    expect((await createPerson(body, undefined, other.token)).status).toBe(201);
  });

  it.each([
    ['CPF', 'cpf', 'email', 'PERSON_CREATION_ERROR'],
    ['e-mail', 'email', 'cpf', 'EMAIL_NOT_AVAILABLE'],
  ] as const)(
    'are one where several of a %s come at once, and take nothing else from others',
    async (_, same, ofOne, code) => {
      const shared = personBody();
      const bodies = Array.from({ length: 6 }, () => ({ ...personBody(), [same]: shared[same] }));
      const replies = await Promise.all(bodies.map((body) => createPerson(body)));
      const refused = replies.filter(({ status }) => status !== 201);
      expect(refused.map(({ body }) => body.code)).toEqual(Array.from({ length: 5 }, () => code));
      for (const [index, { status }] of replies.entries()) {
        if (status === 201) continue;
        const another = { ...personBody(), [ofOne]: bodies[index]?.[ofOne] };
        expect((await createPerson(another)).status).toBe(201);
      }
    },
  );

  it('leave no CPF in the names of streams', async () => {
    const body = personBody();
    await createPerson(body);
    const { rows } = await harness.pool.query('select 1 from event_store.events where stream like $1', [
      `%${body.cpf}%`,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('bad input', () => {
  it.each([
    ['malformed JSON', '{"cnpj":', 400, 'MALFORMED_REQUEST'],
    ['unknown fields', { ...companyBody(), surprise: 1 }, 422, 'CLASS_VALIDATION_ERROR'],
    ['an invalid CNPJ', { ...companyBody(), cnpj: '11222333000180' }, 422, 'CLASS_VALIDATION_ERROR'],
    ['a missing name', { cnpj: cnpjOf(1) }, 422, 'CLASS_VALIDATION_ERROR'],
  ])('refuses %s and stores nothing', async (_case, body, status, code) => {
    const before = await harness.eventStore.head();
    const reply = await createCompany(body);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(await harness.eventStore.head()).toBe(before);
  });

  it('names the field of an invalid CPF', async () => {
    const reply = await createPerson({ ...personBody(), cpf: '12345678900' });
    expect(reply.body).toMatchObject({ errors: [{ field: 'cpf', message: 'CPF inválido' }] });
  });
});

describe('permission', () => {
  const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
  const refused = [403, 'AUTH_USER_WITHOUT_PERMISSION'];

  it.each(['common', 'totem'] as const)('to touch companies is refused to a %s user', async (role) => {
    const { token } = await harness.member(own.tenantId, role);
    expect(codeOf(await createCompany(companyBody(), undefined, token))).toEqual(refused);
    expect(codeOf(await edit(randomUUID(), { companyName: 'x' }, undefined, token))).toEqual(refused);
  });

  it('to register persons is given to common users, whose processes need them, and to no totem', async () => {
    const common = await harness.member(own.tenantId, 'common');
    const totem = await harness.member(own.tenantId, 'totem');
    expect((await createPerson(personBody(), undefined, common.token)).status).toBe(201);
    expect(codeOf(await createPerson(personBody(), undefined, totem.token))).toEqual(refused);
  });

  it('is given to a manager', async () => {
    const { token } = await harness.member(own.tenantId, 'manager');
    expect((await createCompany(companyBody(), undefined, token)).status).toBe(201);
  });
});

describe('an idempotency key', () => {
  it('gives the same answer and no second event, from the table and from the log', async () => {
    const body = companyBody();
    const first = await createCompany(body, 'company-1');
    await harness.service.answers.settled();
    const fromTheTable = await createCompany(body, 'company-1');
    await harness.pool.query('truncate command.idempotency');
    const fromTheLog = await createCompany(body, 'company-1');
    expect([fromTheTable, fromTheLog].map((reply) => reply.body)).toEqual([first.body, first.body]);
    expect(await harness.types(streams.company(first.body.companyId))).toEqual(['CompanyCreated']);
  });

  it('is refused with another body, from the table and from the log', async () => {
    const body = companyBody();
    await createCompany(body, 'company-2');
    await harness.service.answers.settled();
    const changed = { ...body, companyName: 'Outra' };
    const fromTheTable = await createCompany(changed, 'company-2');
    await harness.pool.query('truncate command.idempotency');
    const fromTheLog = await createCompany(changed, 'company-2');
    for (const reply of [fromTheTable, fromTheLog])
      expect([reply.status, reply.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it('repeats an edit without undoing later ones', async () => {
    const { companyId } = (await createCompany(companyBody())).body;
    const first = await edit(companyId, { companyName: 'Primeiro' }, 'edit-1');
    await edit(companyId, { companyName: 'Segundo' }, 'edit-2');
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    expect((await edit(companyId, { companyName: 'Primeiro' }, 'edit-1')).body).toEqual(first.body);
    const events = await harness.stream(streams.company(companyId));
    expect(
      events.map(({ data }) => (data as { fields: { companyName: string } }).fields.companyName),
    ).toEqual(['Padaria Real Ltda', 'Primeiro', 'Segundo']);
  });

  it('has one effect when ten requests of one key arrive at once', async () => {
    const body = personBody();
    const replies = await Promise.all(Array.from({ length: 10 }, () => createPerson(body, 'person-1')));
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1);
    expect(await harness.types(streams.person(replies[0]?.body.personId ?? ''))).toEqual(['PersonCreated']);
  });

  it('is refused to the other of two bodies that arrive at once', async () => {
    const { companyId } = (await createCompany(companyBody())).body;
    const replies = await Promise.all([
      edit(companyId, { companyName: 'Um' }, 'race-1'),
      edit(companyId, { companyName: 'Outro' }, 'race-1'),
    ]);
    expect(replies.map(({ body }) => body.code)).toEqual([undefined, 'IDEMPOTENCY_KEY_REUSED']);
    expect(await harness.types(streams.company(companyId))).toEqual(['CompanyCreated', 'CompanyEdited']);
  });

  it('is its first request’s, also while another body is being refused', async () => {
    const { companyId } = (await createCompany(companyBody())).body;
    const first = await edit(companyId, { companyName: 'Um' }, 'race-2');
    const names = ['Outro', 'Um', 'Outro', 'Um'];
    const replies = await Promise.all(names.map((companyName) => edit(companyId, { companyName }, 'race-2')));
    expect(replies.map(({ body }) => body.code)).toEqual(
      names.map((name) => (name === 'Um' ? undefined : 'IDEMPOTENCY_KEY_REUSED')),
    );
    expect(replies[1]?.body).toEqual(first.body);
  });

  it('belongs to its caller', async () => {
    const one = await createPerson(personBody(), 'shared');
    const two = await createPerson(personBody(), 'shared', other.token);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body.personId).not.toBe(two.body.personId);
  });

  it('may be used again after a refusal, with a corrected request', async () => {
    const taken = personBody();
    await createPerson(taken);
    expect((await createPerson(taken, 'corrected')).status).toBe(409);
    expect((await createPerson(personBody(), 'corrected')).status).toBe(201);
  });

  it('is between 1 and 200 characters', async () => {
    expect((await createPerson(personBody(), 'k'.repeat(201))).body.code).toBe('MALFORMED_REQUEST');
  });
});

/** Reserves as the process that dies before it stores the company would. */
async function orphan(cnpj: string, key: string) {
  const scope = `${own.tenantId}:user:${own.userId}`;
  const companyId = derivedId('new', 'company', intentId({ scope, key }));
  const { eventStore } = harness;
  const append = eventStore.append.bind(eventStore);
  eventStore.append = async (stream, ...rest) => {
    if (stream === streams.company(companyId)) throw new Error('the process died here');
    return append(stream, ...rest);
  };
  try {
    expect((await createCompany({ ...companyBody(), cnpj }, key)).status).toBe(500);
  } finally {
    eventStore.append = append;
  }
  return companyId;
}

describe('a CNPJ whose company was never created', () => {
  it('goes to the next caller, and the first company can never be created', async () => {
    const cnpj = cnpjOf(++number);
    const orphanId = await orphan(cnpj, 'orphan-1');
    const next = await createCompany({ ...companyBody(), cnpj });
    expect(next.status).toBe(201);
    expect(await harness.types(streams.company(orphanId))).toEqual(['OwnerForfeited']);
    expect((await createCompany({ ...companyBody(), cnpj })).body.code).toBe('CNPJ_ALREADY_EXISTS');
  });

  it('stays with the first when its request is repeated', async () => {
    const body = companyBody();
    const { eventStore } = harness;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, ...rest) => {
      if (stream.startsWith('company-')) throw new Error('the process died here');
      return append(stream, ...rest);
    };
    expect((await createCompany(body, 'orphan-2')).status).toBe(500);
    eventStore.append = append;
    expect((await createCompany(body, 'orphan-2')).status).toBe(201);
  });

  it('goes to one of ten callers at once', async () => {
    const cnpj = cnpjOf(++number);
    await orphan(cnpj, 'orphan-3');
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => createCompany({ ...companyBody(), cnpj })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const refusals = replies.filter(({ status }) => status !== 201).map(({ body }) => body.code);
    expect(new Set(refusals)).toEqual(new Set(['CNPJ_ALREADY_EXISTS']));
  });
});
