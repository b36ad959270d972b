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

it('keeps every field of a person as it was tidied, at creation and at an edit', async () => {
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

  it('is for those who run the person’s own tenant', async () => {
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
    const body = { cpf: cpfOf(920_003), name: 'Rui', email: 'rui@exemplo.com.br' };
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

  it('leaves nobody to be asked to sign, nor to sign by default', async () => {
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

  it('is for those who run the person’s own tenant', async () => {
    const foreign = await harness.person(other.token);
    expect(told(await send('DELETE', `/person/${foreign.personId}`))).toEqual([404, 'PERSON_NOT_FOUND']);
    const { token } = await harness.member(other.tenantId, 'common');
    const reply = await harness.send('DELETE', `/person/${foreign.personId}`, undefined, { token });
    expect(told(reply)).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
  });
});
