import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness, type Reply } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
beforeAll(async () => {
  harness = await Harness.start();
  own = await harness.tenant();
  other = await harness.tenant();
});
afterAll(() => harness.stop());

const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown, key?: string) =>
  harness.send(method, url, body, { token: own.token, key });
const create = (body: object, key?: string) =>
  harness.send<AnswerOf<'createPerson'>>('POST', '/person', body, { token: own.token, key });
const told = ({ status, body }: Reply<object>) => [status, body.code];

const whole = {
  name: 'Rui Alves',
  email: 'Rui@Exemplo.com.br',
  emails: ['rui@casa.com.br', 'rui@trabalho.com.br'],
  cellphoneNumber: '(11) 98888-7777',
  phoneNumber: '11 3333-4444',
  birthday: '1980-02-29',
  gender: 'male',
  maritalStatus: 'stableUnion',
  nationality: 'brasileira',
  rg: '12.345.678-9',
  pis: '120.54789.01-4',
  ctps: '1234567 série 0010-SP',
  fatherName: 'José Alves',
  motherName: 'Maria Alves',
  zip: '01310-200',
  address: 'Avenida Paulista',
  number: '1578',
  addressDetails: 'Apto 12',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
  country: 'Brasil',
};

it('stores every field of a person normalised, at creation and at an edit', async () => {
  const tidy = {
    ...whole,
    email: 'rui@exemplo.com.br',
    cellphoneNumber: '11988887777',
    phoneNumber: '1133334444',
    pis: '12054789014',
    zip: '01310200',
  };
  const { personId } = (await create({ cpf: cpfOf(920_001), ...whole })).body;
  await send('PATCH', `/person/${personId}`, { name: 'Rui', email: 'rui@novo.com.br' });
  await send('PATCH', `/person/${personId}`, whole);
  const events = await harness.stream(streams.person(personId));
  expect(events.map(({ type, data }) => [type, (data as { fields: unknown }).fields])).toEqual([
    ['PersonCreated', tidy],
    ['PersonEdited', { name: 'Rui', email: 'rui@novo.com.br' }],
    ['PersonEdited', tidy],
  ]);
});

it.each([
  ['gender', 'masculino'],
  ['maritalStatus', 'viúvo'],
  ['birthday', '29/02/1980'],
  ['birthday', '1981-02-29'],
  ['pis', '123'],
  ['emails.0', ['sem arroba']],
  ['zip', '123'],
])('names %s when it is %j', async (field, value) => {
  const body = { cpf: cpfOf(920_002), ...whole, [field.split('.')[0] ?? '']: value };
  expect((await create(body)).body).toMatchObject({ code: 'CLASS_VALIDATION_ERROR', errors: [{ field }] });
});

describe('an edit', () => {
  it('is used by the next process, and changes no process of the past', async () => {
    const tenant = await harness.tenant();
    const { processId, ana, rui } = await harness.process(tenant);
    const fields = { name: 'Ana Nova', email: 'ana@nova.com.br' };
    await harness.send('PATCH', `/person/${ana.personId}`, fields, { token: tenant.token });
    const next = await harness.process(tenant, { ana, rui });
    const names = async (id: string) => {
      const [created] = await harness.stream(streams.process(id));
      return (created!.data as unknown as { participants: { name: string }[] }).participants[0]?.name;
    };
    expect(await names(next.processId)).toBe('Ana Nova');
    expect(await names(processId)).not.toBe('Ana Nova');
  });

  it('is for administrators and managers of the person’s own tenant', async () => {
    const foreign = await harness.person(other.token);
    const fields = { name: 'X', email: 'x@exemplo.com.br' };
    for (const personId of [foreign.personId, randomUUID()])
      expect(told(await send('PATCH', `/person/${personId}`, fields))).toEqual([404, 'PERSON_NOT_FOUND']);
    const { token } = await harness.member(other.tenantId, 'common');
    const reply = await harness.send('PATCH', `/person/${foreign.personId}`, fields, { token });
    expect(told(reply)).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
  });
});

describe('removal', () => {
  it('waits for pending signatures, and for no other', async () => {
    const tenant = await harness.tenant();
    const { processId, documentId, ana, rui } = await harness.process(tenant);
    const remove = (personId: string) =>
      harness.send('DELETE', `/person/${personId}`, undefined, { token: tenant.token });
    for (const { personId } of [ana, rui])
      expect(told(await remove(personId))).toEqual([409, 'PERSON_HAS_PENDING_SIGNATURES']);
    const token = await harness.signingToken(processId, ana);
    const [created] = await harness.stream(streams.process(processId));
    const { documents, signatures } = created!.data as unknown as {
      documents: { sha256: string }[];
      signatures: { signatureId: string; personId: string }[];
    };
    const signature = signatures.find(({ personId }) => personId === ana.personId);
    const signed = await harness.send(
      'POST',
      '/signature/sign',
      {
        signatures: [
          {
            signatureId: signature?.signatureId,
            documentId,
            documentSha256: documents[0]?.sha256,
          },
        ],
        consent: { accepted: true, termsVersion: '2026-11' },
      },
      { token },
    );
    expect(signed.body).toMatchObject({ position: expect.any(String) as string });
    // Rui has still to attest: the process waits for him, and for Ana no longer.
    expect(told(await remove(rui.personId))).toEqual([409, 'PERSON_HAS_PENDING_SIGNATURES']);
    expect((await remove(ana.personId)).status).toBe(200);
    await harness.send('POST', `/process/${processId}/cancel`, {}, { token: tenant.token });
    expect((await remove(rui.personId)).status).toBe(200);
    expect(await harness.types(streams.person(rui.personId))).toEqual(['PersonCreated', 'PersonRemoved']);
  });

  it('frees the CPF at once', async () => {
    const body = { cpf: cpfOf(920_003), name: 'Rui', email: 'rui.livre@exemplo.com.br' };
    const { personId } = (await create(body, 'rui')).body;
    expect(told(await create(body))).toEqual([409, 'PERSON_CREATION_ERROR']);
    await send('DELETE', `/person/${personId}`);
    const again = await create(body);
    expect(again.status).toBe(201);
    expect(again.body.personId).not.toBe(personId);
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    expect((await create(body, 'rui')).body.personId).toBe(personId);
  });

  it('takes the person out of those who can be asked to sign, and of default signatories', async () => {
    const { personId } = await harness.person(own.token);
    await send('DELETE', `/person/${personId}`);
    const process = {
      summary: 'Contrato',
      companyId: await harness.company(own.token),
      documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
      participants: [{ personId, part: 'signer' }],
    };
    expect(told(await send('POST', '/process', process))).toEqual([404, 'PERSON_NOT_FOUND']);
  });

  it('is for administrators and managers of the person’s own tenant', async () => {
    const foreign = await harness.person(other.token);
    expect(told(await send('DELETE', `/person/${foreign.personId}`))).toEqual([404, 'PERSON_NOT_FOUND']);
    const { token } = await harness.member(other.tenantId, 'common');
    const reply = await harness.send('DELETE', `/person/${foreign.personId}`, undefined, { token });
    expect(told(reply)).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
  });
});

describe('contacts', () => {
  const EMAIL_TAKEN = [409, 'EMAIL_NOT_AVAILABLE'];
  const PHONE_TAKEN = [409, 'PHONENUMBER_NOT_AVAILABLE'];
  let n = 925_000;
  const body = (over: object = {}) => {
    const cpf = cpfOf(++n);
    return { cpf, name: 'Léo', email: `leo${cpf}@exemplo.com.br`, ...over };
  };
  const edit = (personId: string, fields: object) => send('PATCH', `/person/${personId}`, fields);
  const mobileOf = () => `119${String(70_000_000 + ++n)}`;

  it('belong to one person of the tenant, at creation and at an edit', async () => {
    const cellphoneNumber = mobileOf();
    const first = body({ cellphoneNumber });
    const { personId } = (await create(first)).body;
    const sameEmail = await create(body({ email: first.email.toUpperCase() }));
    expect(told(sameEmail)).toEqual(EMAIL_TAKEN);
    expect(sameEmail.body).toMatchObject({ errors: [{ field: 'email' }] });
    expect(told(await create(body({ cellphoneNumber })))).toEqual(PHONE_TAKEN);
    const second = body();
    const { personId: secondId } = (await create(second)).body;
    expect(told(await edit(secondId, { name: 'Léo', email: first.email }))).toEqual(EMAIL_TAKEN);
    expect(told(await edit(secondId, { name: 'Léo', email: second.email, cellphoneNumber }))).toEqual(
      PHONE_TAKEN,
    );
    expect((await edit(personId, { name: 'Léo Lima', email: first.email, cellphoneNumber })).status).toBe(
      200,
    );
  });

  it('of another tenant are free here', async () => {
    const first = body();
    const create2 = await harness.send('POST', '/person', first, { token: other.token });
    expect(create2.status).toBe(201);
    expect((await create(first)).status).toBe(201);
  });

  it('are free again at once after an edit, a removal and a refusal', async () => {
    const first = body();
    const { personId } = (await create(first)).body;
    await edit(personId, { name: 'Léo', email: body().email });
    const second = body({ email: first.email });
    const { personId: next } = (await create(second)).body;
    expect(next).toBeDefined();
    await send('DELETE', `/person/${next}`);
    expect((await create(body({ email: first.email }))).status).toBe(201);
    // The mobile was refused, so the email that was claimed with it is given up.
    const cellphoneNumber = mobileOf();
    await create(body({ cellphoneNumber }));
    const wanted = body();
    expect(told(await create({ ...wanted, cellphoneNumber }))).toEqual(PHONE_TAKEN);
    expect((await create(body({ email: wanted.email }))).status).toBe(201);
  });

  it('include the further emails, each with its place', async () => {
    const further = body().email;
    const first = body({ emails: [body().email, further] });
    const { personId } = (await create(first)).body;
    const asMain = await create(body({ email: further.toUpperCase() }));
    expect(told(asMain)).toEqual(EMAIL_TAKEN);
    expect(asMain.body).toMatchObject({ errors: [{ field: 'email' }] });
    for (const taken of [further, first.email]) {
      const asFurther = await create(body({ emails: [body().email, taken] }));
      expect(told(asFurther)).toEqual(EMAIL_TAKEN);
      const message = `O email ${taken} já é de outra pessoa cadastrada`;
      expect(asFurther.body).toMatchObject({ errors: [{ field: 'emails.1', message }] });
    }
    const second = body();
    const { personId: secondId } = (await create(second)).body;
    const edited = { name: 'Léo', email: second.email, emails: [further] };
    expect(told(await edit(secondId, edited))).toEqual(EMAIL_TAKEN);
    // Their places changed, the person kept both; what it gave up is free.
    const swapped = { name: 'Léo', email: further, emails: [first.email] };
    expect((await edit(personId, swapped)).status).toBe(200);
    for (const email of [further, first.email])
      expect(told(await create(body({ email })))).toEqual(EMAIL_TAKEN);
    expect((await edit(personId, { name: 'Léo', email: first.email })).status).toBe(200);
    expect((await edit(secondId, edited)).status).toBe(200);
  });

  it('stand once in a person', async () => {
    const twice = body();
    for (const emails of [[twice.email], ['a@exemplo.com.br', 'A@exemplo.com.br']]) {
      const reply = await create({ ...twice, emails });
      expect(told(reply)).toEqual(EMAIL_TAKEN);
      const field = `emails.${emails.length - 1}`;
      const message = `O email ${emails.at(-1)?.toLowerCase()} aparece mais de uma vez neste cadastro`;
      expect(reply.body).toMatchObject({ errors: [{ field, message }] });
    }
    const { personId } = (await create(twice)).body;
    const edited = { name: 'Léo', email: twice.email, emails: [twice.email] };
    expect(told(await edit(personId, edited))).toEqual(EMAIL_TAKEN);
  });

  it('are reserved by one of many callers at once', async () => {
    const { email } = body();
    const replies = await Promise.all(Array.from({ length: 6 }, () => create(body({ email }))));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('may be shared where the tenant allows it, but by no two people of one process', async () => {
    const tenant = await harness.tenant();
    const options = { token: tenant.token };
    const settings = { settings: { sharedContacts: true } };
    expect((await harness.send('PATCH', '/tenant/settings', settings, options)).status).toBe(200);
    const shared = body();
    const ana = await harness.person(tenant.token, { email: shared.email });
    const rui = await harness.person(tenant.token, { email: shared.email });
    const reply = await harness.send(
      'POST',
      '/process',
      {
        summary: 'Contrato',
        companyId: await harness.company(tenant.token),
        documents: [{ proof: await harness.proof(tenant.tenantId, 'a.pdf') }],
        participants: [ana, rui].map(({ personId }) => ({ personId, part: 'signer' })),
      },
      options,
    );
    expect([reply.status, reply.body.code]).toEqual(EMAIL_TAKEN);
  });

  it.each(['1133334444', '11888887777', '119888877'])('names a mobile that is none: %s', async (number) => {
    const reply = await create(body({ cellphoneNumber: number }));
    expect(reply.body).toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ field: 'cellphoneNumber' }],
    });
  });
});
