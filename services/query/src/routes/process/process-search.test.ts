import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf } from '@lacre/contracts';
import { lifeOf, newEvent, plannedProcess, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { asPerson, asUser, queryStage } from '../../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const [tenantId, otherTenant] = [randomUUID(), randomUUID()];
const ana = { name: 'Ana Conceição', cpf: '52998224725', personId: randomUUID() };
const rui = { name: "Rui d'Ávila", cpf: '11144477735', personId: randomUUID() };
const plan = (summary: string, document: string, people: (typeof ana)[], tenant = tenantId) =>
  plannedProcess({ tenantId: tenant, summary, documents: [document], participants: people });
const sale = plan('Venda do imóvel', 'escritura_final-2024.pdf', [ana]);
const lease = plan('Locação 100% garantida', 'contrato.pdf', [ana, rui]);
const foreign = plan('Venda do imóvel', 'contrato.pdf', [rui], otherTenant);
const [urgent, archived] = [randomUUID(), randomUUID()];
let position: string;

const tag = (type: 'TagCreated' | 'TagRenamed', tagId: string, name: string) =>
  record(stage.store, streams.tenant(tenantId), newEvent(type, { tenantId, tagId, name }));
const tagged = (
  process: typeof sale,
  tagId: string,
  type: 'ProcessTagged' | 'ProcessUntagged' = 'ProcessTagged',
) =>
  record(
    stage.store,
    streams.process(process.processId),
    newEvent(type, { tenantId, processId: process.processId, tagId }),
  );

beforeAll(async () => {
  stage = await queryStage();
  for (const [index, id] of [tenantId, otherTenant].entries()) {
    const registered = {
      tenantId: id,
      name: 'Conta',
      domain: `conta-${index}`,
      administratorId: randomUUID(),
    };
    await record(stage.store, streams.tenant(id), newEvent('TenantRegistered', registered));
  }
  const moments = ['2026-03-01T10:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'];
  for (const [index, process] of [sale, lease, foreign].entries())
    await record(stage.store, streams.process(process.processId), lifeOf(process).created(moments[index]));
  await tag('TagCreated', urgent, 'Muito urgente');
  await tag('TagCreated', archived, 'Arquivo morto');
  await tagged(sale, urgent);
  position = await tagged(lease, archived);
});
afterAll(() => stage.close());

type List = AnswerOf<'listProcesses'>;
const list = async (query: Record<string, string>, headers = asUser(tenantId)): Promise<List> => {
  const parameters = new URLSearchParams({ ...query, 'min-position': position });
  const reply = await stage.get(`/process?${parameters.toString()}`, headers);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<List>();
};
const found = async (query: Record<string, string>) => {
  const { items, total } = await list(query);
  expect(items).toHaveLength(total);
  return items.map(({ summary }) => summary.split(' ')[0]);
};

describe('a search', () => {
  it.each([
    ['words of the summary, without accents', 'imovel', ['Venda']],
    ['words that begin so', 'garan', ['Locação']],
    ['words of several fields', 'ana venda escritura', ['Venda']],
    ['parts of a document’s name', 'final 2024', ['Venda']],
    ['a person', 'avila', ['Locação']],
    ['the company', 'são joão', ['Locação', 'Venda']],
    ['a CPF with punctuation', '529.982.247-25', ['Locação', 'Venda']],
    ['a CPF without', '11144477735', ['Locação']],
    ['the beginning of a CNPJ', '11.222.333', ['Locação', 'Venda']],
    ['a tag', 'urgente', ['Venda']],
    ['a tag by several words', 'morto arquivo', ['Locação']],
    ['a tag beside a word', 'urgente imóvel', ['Venda']],
    ['a tag and a word of another process', 'urgente locação', []],
    ['what is nowhere', 'zebra', []],
    ['nothing but signs', '%_', []],
    ['operators as plain words', "imovel & !ana | (rui:*) '", []],
  ])('finds %s', async (_what, search, expected) => {
    expect(await found({ search })).toEqual(expected);
  });
});

describe('filters', () => {
  it('by tag, company and time, together with a search', async () => {
    expect(await found({ tagId: urgent })).toEqual(['Venda']);
    expect(await found({ tagId: urgent, search: 'locação' })).toEqual([]);
    expect(await found({ companyId: lease.company.companyId })).toEqual(['Locação']);
    expect(await found({ createdFrom: '2026-03-02T00:00:00.000Z' })).toEqual(['Locação']);
    expect(await found({ createdBefore: '2026-03-02T00:00:00.000Z', search: 'ana' })).toEqual(['Venda']);
    expect(await found({ createdFrom: '2026-03-01T21:00:00-03:00' })).toEqual(['Locação']);
    expect(await found({ createdBefore: '2026-03-02T05:30:00+05:30' })).toEqual(['Venda']);
    expect(await found({ filter: 'pending', search: 'ana' })).toEqual(['Locação', 'Venda']);
    expect(await found({ filter: 'finished' })).toEqual([]);
  });

  it('page with the total, also beyond the last page', async () => {
    const first = await list({ search: 'ana', pageSize: '1' });
    expect([first.items[0]?.summary, first.total]).toEqual([lease.summary, 2]);
    const second = await list({ search: 'ana', pageSize: '1', page: '2' });
    expect([second.items[0]?.summary, second.total]).toEqual([sale.summary, 2]);
    const beyond = await list({ search: 'ana', page: '9' });
    expect([beyond.items, beyond.total]).toEqual([[], 2]);
    expect(beyond).toMatchObject({ totalIsAtLeast: false });
  });

  it('count a thousand beyond the page, and say that there are more', async () => {
    const large = randomUUID();
    const manyIn = async (many: number, from: number) => {
      const created = async (n: number) => {
        const life = lifeOf(plannedProcess({ tenantId: large, summary: `Venda ${n}`, participants: [ana] }));
        return record(stage.store, life.stream, life.created());
      };
      for (let n = from; n < many; n += 50) {
        const together = Math.min(50, many - n);
        await Promise.all(Array.from({ length: together }, (_, at) => created(n + at)));
      }
      const end = await stage.store.head();
      // A query waits for so much for some seconds only.
      if (end !== 'start') await stage.projectedTo(end);
    };
    const pageOf = async (asked: Record<string, string>) => {
      const url = `/process?${new URLSearchParams(asked).toString()}`;
      const { items, total, totalIsAtLeast } = (await stage.get(url, asUser(large))).json<List>();
      return [items.length, total, totalIsAtLeast];
    };
    await manyIn(1_000, 0);
    for (const asked of [{}, { search: 'venda' }]) expect(await pageOf(asked)).toEqual([20, 1_000, false]);
    await manyIn(1_030, 1_000);
    for (const asked of [{}, { search: 'venda' }]) {
      expect(await pageOf(asked)).toEqual([20, 1_000, true]);
      expect(await pageOf({ ...asked, page: '2' })).toEqual([20, 1_020, true]);
      expect(await pageOf({ ...asked, page: '3' })).toEqual([20, 1_030, false]);
    }
    // The newest first, however they are found.
    const { items } = (await stage.get('/process?search=venda&pageSize=3', asUser(large))).json<List>();
    const newest = (await stage.get(`/process?pageSize=3`, asUser(large))).json<List>();
    expect(items.map(({ processId }) => processId)).toEqual(newest.items.map(({ processId }) => processId));
  }, 60_000);
});

describe('tags', () => {
  const tags = async () => {
    const reply = await stage.get(`/tenant/tags?min-position=${position}`, asUser(tenantId));
    return reply.json<AnswerOf<'listTags'>>().items.map(({ name, processes }) => [name, processes]);
  };

  it('are listed with their use, and shown on processes', async () => {
    expect(await tags()).toEqual([
      ['Arquivo morto', 1],
      ['Muito urgente', 1],
    ]);
    expect((await list({ tagId: urgent })).items[0]?.tags).toEqual([
      { tagId: urgent, name: 'Muito urgente' },
    ]);
  });

  it('are found by their present name, and not once they are removed', async () => {
    position = await tag('TagRenamed', urgent, 'Prioridade');
    expect(await found({ search: 'prioridade' })).toEqual(['Venda']);
    expect(await found({ search: 'urgente' })).toEqual([]);
    position = await tagged(sale, urgent, 'ProcessUntagged');
    expect(await found({ search: 'prioridade' })).toEqual([]);
    expect(await found({ tagId: urgent })).toEqual([]);
    expect(await tags()).toContainEqual(['Prioridade', 0]);
    const removed = newEvent('TagRemoved', { tenantId, tagId: archived });
    position = await record(stage.store, streams.tenant(tenantId), removed);
    expect(await tags()).toEqual([['Prioridade', 0]]);
    expect((await list({ search: 'locação' })).items[0]?.tags).toEqual([]);
    expect(await found({ search: 'morto' })).toEqual([]);
  });

  it('of one tenant are hidden from others, and from persons', async () => {
    const reply = await stage.get(`/tenant/tags?min-position=${position}`, asUser(otherTenant));
    expect(reply.json<AnswerOf<'listTags'>>().items).toEqual([]);
    expect((await stage.get('/tenant/tags', asPerson(tenantId, ana.personId))).statusCode).toBe(403);
    const theirs = await stage.get(`/process?search=venda&min-position=${position}`, asUser(otherTenant));
    expect(theirs.json<List>()).toMatchObject({ total: 1, items: [{ processId: foreign.processId }] });
  });
});
