import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

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

const create = (name: unknown, token = own.token, key?: string) =>
  harness.send<AnswerOf<'createTag'>>('POST', '/tenant/tags', { name }, { token, key });
const created = async (name: string, token = own.token) => (await create(name, token)).body.tagId;
const rename = (tagId: string, name: unknown, token = own.token) =>
  harness.send('PATCH', `/tenant/tags/${tagId}`, { name }, { token });
const remove = (tagId: string, token = own.token) =>
  harness.send('DELETE', `/tenant/tags/${tagId}`, undefined, { token });
const setTags = (processId: string, tagIds: readonly string[], token = own.token) =>
  harness.send('POST', `/process/${processId}/tags`, { tagIds }, { token });

describe('tags', () => {
  it('are made once, renamed and removed', async () => {
    const reply = await create('  Urgente ', own.token, 'once');
    expect(reply.status).toBe(201);
    expect((await create('  Urgente ', own.token, 'once')).body).toEqual(reply.body);
    const { tagId } = reply.body;
    expect((await rename(tagId, 'Prioritário')).status).toBe(200);
    expect((await remove(tagId)).status).toBe(200);
    const events = await harness.stream(streams.tenant(own.tenantId));
    expect(
      events.filter(({ type }) => type.startsWith('Tag')).map(({ type, data }) => [type, data['name']]),
    ).toEqual([
      ['TagCreated', 'Urgente'],
      ['TagRenamed', 'Prioritário'],
      ['TagRemoved', undefined],
    ]);
  });

  it('have a name of their own, whatever its case and accents', async () => {
    const tagId = await created('Locação');
    expect((await create('locacao')).body.code).toBe('SAVE_TAG_ERROR');
    const second = await created('Venda');
    expect((await rename(second, 'LOCAÇÃO')).body.code).toBe('SAVE_TAG_ERROR');
    expect((await rename(tagId, 'LOCAÇÃO')).status).toBe(200);
    expect((await create('Locação', other.token)).status).toBe(201);
  });

  it.each([[''], ['   '], [undefined], [null]])('are refused with %j for a name', async (name) => {
    expect((await create(name)).body.code).toBe('TAG_EMPTY');
    expect((await rename(randomUUID(), name)).body.code).toBe('TAG_EMPTY');
  });

  it('of another tenant are unknown', async () => {
    const tagId = await created('Alheia', other.token);
    for (const reply of [await rename(tagId, 'X'), await remove(tagId), await remove(randomUUID())])
      expect([reply.status, reply.body.code]).toEqual([404, 'TAG_NOT_FOUND']);
  });

  it('are renamed and removed by administrators and managers alone', async () => {
    const tagId = await created('Da conta');
    const { token } = await harness.member(own.tenantId, 'common', { companyIds: [] });
    expect((await create('De um usuário comum', token)).status).toBe(201);
    expect((await rename(tagId, 'X', token)).body.code).toBe('AUTH_USER_WITHOUT_PERMISSION');
    expect((await remove(tagId, token)).body.code).toBe('AUTH_USER_WITHOUT_PERMISSION');
  });
});

describe('tags of a process', () => {
  it('are those that were set, and no others', async () => {
    const [one, two, three] = [await created('Um'), await created('Dois'), await created('Três')];
    const { processId } = await harness.process(own);
    expect((await setTags(processId, [one, two])).status).toBe(200);
    expect((await setTags(processId, [two, three, three])).status).toBe(200);
    expect((await setTags(processId, [two, three])).status).toBe(200);
    const events = (await harness.stream(streams.process(processId))).slice(1);
    expect(events.map(({ type, data }) => [type, data['tagId']])).toEqual([
      ['ProcessTagged', one],
      ['ProcessTagged', two],
      ['ProcessUntagged', one],
      ['ProcessTagged', three],
    ]);
  });

  it('are given at creation too', async () => {
    const tagId = await created('Na criação');
    const { personId } = await harness.person(own.token);
    const body = async (tagIds: readonly string[]) => ({
      summary: 'Contrato',
      companyId: await harness.company(own.token),
      documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
      participants: [{ personId, part: 'signer' }],
      tagIds,
    });
    const unknown = await harness.send('POST', '/process', await body([randomUUID()]), { token: own.token });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'TAG_NOT_FOUND']);
    const reply = await harness.send<AnswerOf<'createProcess'>>('POST', '/process', await body([tagId]), {
      token: own.token,
    });
    const [event] = await harness.stream(streams.process(reply.body.processId));
    expect(event?.data).toMatchObject({ tagIds: [tagId] });
  });

  it('are refused when they are unknown, and for a process that is', async () => {
    const { processId } = await harness.process(own);
    expect((await setTags(processId, [randomUUID()])).body.code).toBe('TAG_NOT_FOUND');
    expect((await setTags(randomUUID(), [])).body.code).toBe('SIGNATURE_PROCESS_NOT_FOUND');
    expect((await setTags(processId, [], other.token)).body.code).toBe('SIGNATURE_PROCESS_NOT_FOUND');
  });
});
