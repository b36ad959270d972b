import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { cnpjOf } from '@lacre/contracts/testing';
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
  harness.send<AnswerOf<'createCompany'>>('POST', '/company', body, { token: own.token, key });
const told = ({ status, body }: Reply<object>) => [status, body.code];
const types = (companyId: string) => harness.types(streams.company(companyId));
const named = (companyId: string) => ({
  companyName: 'Padaria Real Ltda',
  type: 'branch',
  parentCompanyId: companyId,
});

/** A process that asks Ana to sign for the company. */
async function processOf(companyId: string) {
  const { personId } = await harness.person(own.token);
  const documents = [{ proof: await harness.proof(own.tenantId, 'a.pdf') }];
  const participants = [{ personId, part: 'signer' }];
  const body = { summary: 'Contrato', companyId, documents, participants };
  return send('POST', '/process', body) as Promise<Reply<AnswerOf<'createProcess'>>>;
}

describe('every field of a company', () => {
  it('is stored normalised', async () => {
    const { personId } = await harness.person(own.token);
    const parentCompanyId = await harness.company(own.token);
    const { body } = await create({
      cnpj: '12.ABC.345/01DE-35',
      externalId: 'F-1',
      companyName: 'Padaria Real Ltda',
      tradingName: 'Pão Quente',
      cnae: '4721-1/02',
      ie: '110.042.490.114',
      im: '3.456.789-0',
      iest: '222',
      email: 'Contato@Padaria.com.br',
      phoneNumber: '(11) 3333-4444',
      cellphoneNumber: '11 98888-7777',
      type: 'branch',
      parentCompanyId,
      defaultSignatoryIds: [personId],
      zip: '01310-200',
      address: 'Avenida Paulista',
      number: '1578',
      addressDetails: 'Loja 2',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
      country: 'Brasil',
    });
    const [created] = await harness.stream(streams.company(body.companyId));
    expect(created?.data).toMatchObject({
      cnpj: '12ABC34501DE35',
      fields: {
        externalId: 'F-1',
        iest: '222',
        email: 'contato@padaria.com.br',
        phoneNumber: '1133334444',
        cellphoneNumber: '11988887777',
        active: true,
        type: 'branch',
        parentCompanyId,
        defaultSignatoryIds: [personId],
        zip: '01310200',
        city: 'São Paulo',
      },
    });
  });
});

describe('a head office', () => {
  it('or default signatories that were removed since do not block an edit of the rest', async () => {
    const [inactive, removed] = [await harness.company(own.token), await harness.company(own.token)];
    const { personId } = await harness.person(own.token);
    const branches = await Promise.all(
      [inactive, removed].map(async (parentCompanyId, index) => {
        const fields = { ...named(parentCompanyId), defaultSignatoryIds: [personId] };
        const { body } = await create({ ...fields, cnpj: cnpjOf(810_000 + index) });
        return { companyId: body.companyId, fields };
      }),
    );
    for (const [method, url] of [
      ['DELETE', `/person/${personId}`],
      ['DELETE', `/company/${removed}`],
      ['POST', `/company/${inactive}/deactivate`],
    ] as const)
      expect((await send(method, url)).status).toBe(200);
    for (const { companyId, fields } of branches) {
      const edited = { ...fields, email: 'contato@exemplo.com.br' };
      expect((await send('PATCH', `/company/${companyId}`, edited)).status).toBe(200);
      expect((await harness.stream(streams.company(companyId))).at(-1)?.data['fields']).toMatchObject(edited);
    }
    const [{ companyId } = { companyId: '' }] = branches;
    expect(told(await send('PATCH', `/company/${companyId}`, named(removed)))).toEqual([
      404,
      'COMPANY_NOT_FOUND',
    ]);
  });

  it('must be there, of this tenant, active, and of a branch', async () => {
    const companyId = await harness.company(own.token);
    const foreign = await harness.company(other.token);
    const inactive = await harness.company(own.token, { active: false });
    for (const parentCompanyId of [randomUUID(), foreign])
      expect(told(await send('PATCH', `/company/${companyId}`, named(parentCompanyId)))).toEqual([
        404,
        'COMPANY_NOT_FOUND',
      ]);
    expect(told(await send('PATCH', `/company/${companyId}`, named(inactive)))).toEqual([
      409,
      'COMPANY_NOT_ACTIVE',
    ]);
    const parent = { companyName: 'Padaria', type: 'parent', parentCompanyId: inactive };
    const refused = await send('PATCH', `/company/${companyId}`, parent);
    expect(refused.body).toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ field: 'parentCompanyId' }],
    });
    expect(await types(companyId)).toEqual(['CompanyCreated']);
  });

  it('is never the company itself, nor one below it', async () => {
    const [a, b, c] = [
      await harness.company(own.token),
      await harness.company(own.token),
      await harness.company(own.token),
    ];
    expect((await send('PATCH', `/company/${b}`, named(a))).status).toBe(200);
    expect((await send('PATCH', `/company/${c}`, named(b))).status).toBe(200);
    for (const parent of [a, b, c])
      expect(told(await send('PATCH', `/company/${a}`, named(parent)))).toEqual([
        422,
        'COMPANY_PARENT_CYCLE',
      ]);
  });

  it('is not found in a circle by two edits at once', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await harness.company(own.token), await harness.company(own.token)];
      const replies = await Promise.all([
        send('PATCH', `/company/${a}`, named(b)),
        send('PATCH', `/company/${b}`, named(a)),
      ]);
      expect(new Set(replies.map(({ body }) => body.code))).toEqual(
        new Set([undefined, 'COMPANY_PARENT_CYCLE']),
      );
    }
  });
});

it('names default signatories of its own tenant only', async () => {
  const foreign = await harness.person(other.token);
  for (const personId of [foreign.personId, randomUUID()]) {
    const reply = await create({ cnpj: cnpjOf(910_001), companyName: 'X', defaultSignatoryIds: [personId] });
    expect(reply.body).toMatchObject({
      code: 'PERSON_NOT_FOUND',
      errors: [{ field: 'defaultSignatoryIds.0' }],
    });
  }
  const { personId } = await harness.person(own.token);
  const twice = await create({
    cnpj: cnpjOf(910_001),
    companyName: 'X',
    defaultSignatoryIds: [personId, personId],
  });
  expect(told(twice)).toEqual([422, 'CLASS_VALIDATION_ERROR']);
  // None of the refusals has taken the CNPJ.
  expect((await create({ cnpj: cnpjOf(910_001), companyName: 'X' })).status).toBe(201);
});

describe('being active', () => {
  it('is turned off and on, once, and a process is refused meanwhile', async () => {
    const companyId = await harness.company(own.token);
    for (const act of ['deactivate', 'deactivate'])
      expect((await send('POST', `/company/${companyId}/${act}`)).status).toBe(200);
    expect(told(await processOf(companyId))).toEqual([409, 'COMPANY_INACTIVE']);
    expect((await send('POST', `/company/${companyId}/activate`)).status).toBe(200);
    expect((await processOf(companyId)).status).toBe(201);
    expect(await types(companyId)).toEqual(['CompanyCreated', 'CompanyDeactivated', 'CompanyActivated']);
  });

  it('stays when an edit does not name it, and follows one that does', async () => {
    const companyId = await harness.company(own.token);
    await send('PATCH', `/company/${companyId}`, { companyName: 'Um', active: false });
    await send('PATCH', `/company/${companyId}`, { companyName: 'Dois' });
    expect(told(await processOf(companyId))).toEqual([409, 'COMPANY_INACTIVE']);
    expect(await types(companyId)).toEqual([
      'CompanyCreated',
      'CompanyEdited',
      'CompanyDeactivated',
      'CompanyEdited',
    ]);
  });

  it('is not for another tenant to change', async () => {
    const foreign = await harness.company(other.token);
    for (const url of [`/company/${foreign}/activate`, `/company/${foreign}/deactivate`])
      expect(told(await send('POST', url))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });
});

describe('removal', () => {
  it('waits for pending processes, and leaves those of the past as they are', async () => {
    const companyId = await harness.company(own.token);
    const { processId } = (await processOf(companyId)).body;
    expect(told(await send('DELETE', `/company/${companyId}`))).toEqual([
      409,
      'COMPANY_HAS_PENDING_PROCESSES',
    ]);
    await send('POST', `/process/${processId}/cancel`, {});
    const before = await harness.processTypes(processId);
    expect((await send('DELETE', `/company/${companyId}`)).status).toBe(200);
    expect(await harness.processTypes(processId)).toEqual(before);
    for (const reply of [
      await send('DELETE', `/company/${companyId}`),
      await send('PATCH', `/company/${companyId}`, { companyName: 'X' }),
      await processOf(companyId),
    ])
      expect(told(reply)).toEqual([404, 'COMPANY_NOT_FOUND']);
  });

  it('frees the CNPJ at once, for one of ten callers', async () => {
    const cnpj = cnpjOf(910_002);
    const { companyId } = (await create({ cnpj, companyName: 'Primeira' }, 'first')).body;
    expect(told(await create({ cnpj, companyName: 'Segunda' }))).toEqual([409, 'CNPJ_ALREADY_EXISTS']);
    const removed = await send('DELETE', `/company/${companyId}`, undefined, 'remove');
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => create({ cnpj, companyName: `Outra ${n}` })),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    // Repeats of what is long over get the answers they got, from the log.
    expect((await create({ cnpj, companyName: 'Primeira' }, 'first')).body.companyId).toBe(companyId);
    expect((await send('DELETE', `/company/${companyId}`, undefined, 'remove')).body).toEqual(removed.body);
    expect(await types(companyId)).toEqual(['CompanyCreated', 'CompanyRemoved']);
  });

  it('is not for another tenant, nor for a common user', async () => {
    const foreign = await harness.company(other.token);
    expect(told(await send('DELETE', `/company/${foreign}`))).toEqual([404, 'COMPANY_NOT_FOUND']);
    const { token } = await harness.member(other.tenantId, 'common', { companyIds: [foreign] });
    const reply = await harness.send('DELETE', `/company/${foreign}`, undefined, { token });
    expect(told(reply)).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
  });
});
