import { randomUUID } from 'node:crypto';

import { MAX_PROCESS_VIEWS, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: typeof own;
let manager: { userId: string; token: string };
beforeAll(async () => {
  harness = await Harness.start();
  [own, other] = [await harness.tenant(), await harness.tenant()];
  manager = await harness.member(own.tenantId, 'manager', { name: 'Leo' });
});
afterAll(() => harness.stop());

const save = (token: string, viewId: string, body: object) =>
  harness.send('POST', `/process-view/${viewId}`, body, { token });
const remove = (token: string, viewId: string) =>
  harness.send('DELETE', `/process-view/${viewId}`, undefined, { token });
const views = async (token: string) =>
  (await harness.send<AnswerOf<'listProcessViews'>>('GET', '/process-view', undefined, { token })).body;
const names = async (token: string) => (await views(token)).items.map(({ name }) => name);

it('keeps lists by name, renames and removes them', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const { tagId } = (
    await harness.send<AnswerOf<'createTag'>>(
      'POST',
      '/tenant/tags',
      { name: 'Urgente' },
      { token: own.token },
    )
  ).body;
  const body = { name: 'Urgentes', search: 'Ana Souza', filter: 'pending', tagId };
  expect((await save(own.token, first, body)).status).toBe(200);
  await save(own.token, second, { name: 'À espera', filter: 'pending' });
  expect(await names(own.token)).toEqual(['À espera', 'Urgentes']);
  expect((await views(own.token)).items[1]).toEqual({ viewId: first, ...body });
  await save(own.token, first, { ...body, name: 'Da Ana' });
  expect(await names(own.token)).toEqual(['À espera', 'Da Ana']);
  expect((await remove(own.token, first)).status).toBe(200);
  // What is gone already is gone.
  expect((await remove(own.token, first)).status).toBe(200);
  expect(await names(own.token)).toEqual(['À espera']);
});

it('are narrowed by an existing tag', async () => {
  const foreign = await harness.send<AnswerOf<'createTag'>>(
    'POST',
    '/tenant/tags',
    { name: 'Alheia' },
    { token: other.token },
  );
  for (const tagId of [foreign.body.tagId, randomUUID()])
    expect(await save(own.token, randomUUID(), { name: 'Sem etiqueta', tagId })).toMatchObject({
      body: { code: 'TAG_NOT_FOUND', errors: [{ field: 'tagId' }] },
    });
  expect(await names(own.token)).not.toContain('Sem etiqueta');
});

it('are a user’s own: neither seen, changed nor removed by another', async () => {
  const viewId = randomUUID();
  await save(manager.token, viewId, { name: 'Do Leo' });
  for (const { token } of [own, other]) {
    expect(await names(token)).not.toContain('Do Leo');
    await save(token, viewId, { name: 'De outra pessoa' });
    await remove(token, viewId);
  }
  expect(await names(manager.token)).toEqual(['Do Leo']);
});

it('are not written down in plain text', async () => {
  const viewId = randomUUID();
  await save(own.token, viewId, { name: 'Lista da Beatriz', search: 'Beatriz' });
  const { rows } = await harness.pool.query<{ content: Buffer }>(
    'select content from command.process_view where view_id = $1',
    [viewId],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.content.toString('latin1')).not.toContain('Beatriz');
});

it('are so many a user at most, and one of them can still be renamed', async () => {
  const { token } = await harness.member(own.tenantId, 'common', { companyIds: [], name: 'Bia' });
  const ids = Array.from({ length: MAX_PROCESS_VIEWS }, () => randomUUID());
  for (const [index, viewId] of ids.entries()) await save(token, viewId, { name: `Lista ${index}` });
  const refused = await save(token, randomUUID(), { name: 'Mais uma' });
  expect(refused).toMatchObject({ status: 409, body: { code: 'PROCESS_VIEW_LIMIT_REACHED' } });
  expect((await save(token, ids[0] ?? '', { name: 'Outro nome' })).status).toBe(200);
  expect(await names(token)).toContain('Outro nome');
});
