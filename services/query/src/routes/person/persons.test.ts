import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
let position: string;
const tenantId = randomUUID();
const reference = { personId: randomUUID(), tenantId };
const cpf = cpfOf(7);
const whole = {
  name: 'João Conceição',
  email: 'joao@exemplo.com.br',
  emails: ['joao@trabalho.com.br'],
  birthday: '1980-02-29',
  gender: 'male',
  maritalStatus: 'widower',
  motherName: 'Maria Conceição',
  city: 'São Paulo',
};
const happens = async (type: Parameters<typeof newEvent>[0], data: object, at?: string) => {
  const event = newEvent(type, { ...reference, ...data }, at === undefined ? {} : { at });
  position = await record(stage.store, streams.person(reference.personId), event);
};

beforeAll(async () => {
  stage = await queryStage();
  await happens('PersonCreated', { cpf, fields: whole });
});
afterAll(() => stage.close());

const get = async (path: string, tenant = tenantId) => {
  const separator = path.includes('?') ? '&' : '?';
  return (await stage.get(`${path}${separator}min-position=${position}`, asUser(tenant))).json();
};
const totalOf = async (search: string, tenant = tenantId) =>
  (await get(`/person?search=${encodeURIComponent(search)}`, tenant)).total;

it('gives one person whole', async () => {
  const { personId } = reference;
  const at = '2026-03-02T12:00:00.000Z';
  expect(await get(`/person/${personId}`)).toEqual({ personId, cpf, ...whole, createdAt: at, editedAt: at });
});

it.each(['joao conceicao', 'CONCEIÇÃO', cpf, 'joao@exemplo', 'trabalho.com.br'])(
  'finds them by %s',
  async (search) => {
    expect(await totalOf(search)).toBe(1);
    expect(await totalOf(search, randomUUID())).toBe(0);
  },
);

it('shows and finds them as they were edited, and no more once they were removed', async () => {
  const fields = { name: 'João da Silva', email: 'silva@exemplo.com.br' };
  const editedAt = '2026-03-03T09:00:00.000Z';
  await happens('PersonEdited', { fields }, editedAt);
  const { personId } = reference;
  const createdAt = '2026-03-02T12:00:00.000Z';
  expect(await get(`/person/${personId}`)).toEqual({ personId, cpf, ...fields, createdAt, editedAt });
  expect([await totalOf('conceicao'), await totalOf('trabalho'), await totalOf('da silva')]).toEqual([
    0, 0, 1,
  ]);
  await happens('PersonRemoved', {});
  expect(await totalOf('')).toBe(0);
  expect(await get(`/person/${personId}`)).toMatchObject({ code: 'PERSON_NOT_FOUND' });
});

it('shows a batch at once when it is created, and no person of it before', async () => {
  const batchId = randomUUID();
  const personIds = [randomUUID(), randomUUID()];
  for (const [index, personId] of personIds.entries()) {
    const fields = { name: `Do lote ${index}`, email: `lote${index}@exemplo.com.br` };
    const drafted = { personId, tenantId, batchId, cpf: cpfOf(100 + index), fields };
    position = await record(stage.store, streams.person(personId), newEvent('PersonDrafted', drafted));
  }
  const hidden = [await totalOf(''), await totalOf('lote'), (await get('/dashboard')).persons];
  expect(hidden).toEqual([0, 0, 0]);
  expect(await get(`/person/${personIds[0]}`)).toMatchObject({ code: 'PERSON_NOT_FOUND' });
  const at = '2026-03-04T09:00:00.000Z';
  const created = newEvent('PersonBatchCreated', { batchId, tenantId, personIds }, { at });
  position = await record(stage.store, streams.personBatch(batchId), created);
  expect([await totalOf(''), await totalOf('lote'), (await get('/dashboard')).persons]).toEqual([2, 2, 2]);
  expect(await get(`/person/${personIds[1]}`)).toMatchObject({ name: 'Do lote 1', createdAt: at });
});

it('counts a person who was removed and then erased once', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const ofPerson = async (personId: string, ...events: [Parameters<typeof newEvent>[0], object][]) => {
    for (const [type, data] of events)
      position = await record(
        stage.store,
        streams.person(personId),
        newEvent(type, { personId, tenantId, ...data }),
      );
  };
  const counted = async () => Number((await get('/dashboard')).persons);
  const before = await counted();
  const created = (number: number) => ({
    cpf: cpfOf(number),
    fields: { name: 'Eva', email: `e${number}@exemplo.com.br` },
  });
  await ofPerson(one, ['PersonCreated', created(201)]);
  await ofPerson(other, ['PersonCreated', created(202)]);
  expect(await counted()).toBe(before + 2);
  await ofPerson(one, ['PersonRemoved', {}], ['PersonErased', { reason: 'subject-request' }]);
  expect(await counted()).toBe(before + 1);
  await ofPerson(other, ['PersonErased', { reason: 'subject-request' }]);
  expect(await counted()).toBe(before);
});
