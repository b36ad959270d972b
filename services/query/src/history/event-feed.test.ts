import { randomUUID } from 'node:crypto';

import { FEED_SCAN, streams, type AnswerOf } from '@lacre/contracts';
import { lifeOf, lifeOfDownload, newEvent, plannedProcess, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { asPerson, asUser, queryStage } from '../testing/query-stage.ts';

type Feed = AnswerOf<'eventFeed'>;

let stage: Awaited<ReturnType<typeof queryStage>>;
const [tenantId, other] = [randomUUID(), randomUUID()];
const [admin, colleague, stranger] = [randomUUID(), randomUUID(), randomUUID()];
const [assigned, unassigned, totem] = [randomUUID(), randomUUID(), randomUUID()];
const planned = plannedProcess({ tenantId, requester: { userId: admin, name: 'Rui Lima' } });
const elsewhere = plannedProcess({ tenantId });
const foreign = plannedProcess({ tenantId: other });
const download = lifeOfDownload({ tenantId, userId: admin });
let last: string;

async function user(userId: string, role: 'administrator' | 'common' | 'totem', companyIds: string[] = []) {
  const data = { userId, tenantId, name: 'U', email: `${userId}@b.com`, role, companyIds };
  return record(stage.store, streams.user(userId), newEvent('UserCreated', data));
}

beforeAll(async () => {
  stage = await queryStage();
  await user(admin, 'administrator');
  await user(colleague, 'administrator');
  await user(totem, 'totem');
  // A caller unknown to the log is written into it by their first request.
  for (const headers of [me(), asUser(other, 'administrator', stranger)])
    await stage.get('/event-feed', headers);
  await user(assigned, 'common', [planned.company.companyId]);
  await user(unassigned, 'common');
  const [ours, second, theirs] = [lifeOf(planned), lifeOf(elsewhere), lifeOf(foreign)];
  await record(stage.store, ours.stream, ours.created());
  await record(stage.store, theirs.stream, theirs.created(), theirs.signed(0, 0), theirs.completed(0));
  await record(stage.store, second.stream, second.created());
  await record(stage.store, ours.stream, ours.signed(0, 0), ours.completed(0));
  await record(stage.store, streams.seal(ours.stream), ours.sealRendered(0), ours.sealProduced(0));
  await record(stage.store, ours.stream, ours.sealed(0), ours.finished());
  await record(stage.store, download.stream, download.requested());
  last = await record(
    stage.store,
    streams.credits(tenantId),
    newEvent('CreditsGranted', { tenantId, amount: 5, reason: 'compra' }),
  );
  await vi.waitFor(async () => expect((await feed(me(), 'limit=200')).next).toBe(last), 20_000);
});
afterAll(() => stage.close());

async function feed(headers: Record<string, string>, query = ''): Promise<Feed> {
  const reply = await stage.get(`/event-feed?${query}`, headers);
  expect(reply.statusCode).toBe(200);
  return reply.json<Feed>();
}
const me = () => asUser(tenantId, 'administrator', admin);
const typesOf = ({ items }: Feed) =>
  items.map(({ type }) => type).filter((type) => !/^(tenant|user)\./.test(type));

/** What the first process tells. */
const OURS = [
  'process.created.v1',
  'signature.signed.v1',
  'document.completed.v1',
  'document.sealed.v1',
  'process.finished.v1',
];

it('lists a tenant’s facts in the log’s order, in public shapes alone', async () => {
  const whole = await feed(me(), 'limit=200');
  expect(typesOf(whole)).toEqual([
    'process.created.v1',
    'process.created.v1',
    ...OURS.slice(1),
    'download.requested.v1',
    'credits.granted.v1',
  ]);
  const { documentId } = planned.documents[0] ?? {};
  expect(whole.items.find(({ type }) => type === 'document.sealed.v1')).toMatchObject({
    timestamp: '2026-03-02T12:00:00.000Z',
    subjects: { processId: planned.processId, documentId },
    data: { validationCode: 'ABCD-EFGH', sizeBytes: 2000 },
  });
  const created = whole.items.find(({ type }) => type === 'process.created.v1');
  expect(created?.subjects).toEqual({
    processId: planned.processId,
    companyId: planned.company.companyId,
    userId: admin,
  });
  const text = JSON.stringify(whole);
  for (const secret of ['52998224725', 'Ana Souza', '203.0.113.9', 'exemplo.com.br', foreign.processId])
    expect(text).not.toContain(secret);
});

it('is read on page by page to the same end, and again from anywhere', async () => {
  const whole = await feed(me(), 'limit=200');
  const paged: Feed['items'] = [];
  let page = await feed(me(), 'limit=3');
  while (page.items.length > 0) {
    paged.push(...page.items);
    page = await feed(me(), `limit=3&after=${page.next}`);
  }
  expect(page.next).toBe(last);
  expect(paged).toEqual(whole.items);
  const [third] = whole.items.slice(2);
  expect((await feed(me(), `limit=200&after=${third?.position}`)).items).toEqual(whole.items.slice(3));
});

it('reads on from a position without an event of the caller', async () => {
  const positions: string[] = [];
  for await (const event of stage.store.readAll({ after: 'start', limit: 1000 }))
    positions.push(event.position);
  const whole = await feed(me(), 'limit=200');
  for (const position of positions) {
    const { items } = await feed(me(), `limit=200&after=${position}`);
    const later = whole.items.filter(
      (item) => positions.indexOf(item.position) > positions.indexOf(position),
    );
    expect(items).toEqual(later);
  }
});

describe('what each caller sees', () => {
  it('a common user the companies assigned, and what concerns every user', async () => {
    expect(typesOf(await feed(asUser(tenantId, 'common', assigned), 'limit=200'))).toEqual(OURS);
    expect((await feed(asUser(tenantId, 'common', unassigned), 'limit=200')).items).toEqual([]);
  });

  it('another administrator no events of the requester alone', async () => {
    const types = typesOf(await feed(asUser(tenantId, 'administrator', colleague), 'limit=200'));
    expect(types).toContain('credits.granted.v1');
    expect(types).not.toContain('download.requested.v1');
  });

  it('another tenant its own, totems and persons nothing', async () => {
    const theirs = await feed(asUser(other, 'administrator', stranger), 'limit=200');
    expect(theirs.items.map(({ subjects }) => subjects.processId).filter(Boolean)).toEqual(
      Array(3).fill(foreign.processId),
    );
    for (const headers of [asUser(tenantId, 'totem', totem), asPerson(tenantId, randomUUID())])
      expect((await stage.get('/event-feed', headers)).statusCode).toBe(403);
    expect((await stage.get('/event-feed')).statusCode).toBe(401);
  });
});

it('waits for news, and answers as soon as there are any', { timeout: 15_000 }, async () => {
  const { next } = await feed(me(), 'limit=200');
  const waiting = feed(me(), `after=${next}&wait=20`);
  const life = lifeOf(elsewhere);
  const position = await record(stage.store, life.stream, life.canceled(0, 'engano'));
  const page = await waiting;
  expect(page).toMatchObject({
    items: [{ type: 'document.canceled.v1', data: { reason: 'engano' } }],
    next: position,
  });
  expect(await feed(me(), `after=${position}&wait=1`)).toEqual({ items: [], next: position, more: false });
});

it('refuses malformed queries', async () => {
  for (const query of ['after=nunca', 'limit=201', 'limit=0', 'wait=21', 'since=1'])
    expect((await stage.get(`/event-feed?${query}`, me())).json()).toMatchObject({
      status: 422,
      code: 'CLASS_VALIDATION_ERROR',
    });
});

it('refuses a position beyond the end of the log, after which no event would be found', async () => {
  const { next } = await feed(me(), 'limit=200');
  for (const after of [`${BigInt(next ?? 0) + 1n}`, '99999999999999999999'])
    for (const wait of [0, 20])
      expect((await stage.get(`/event-feed?after=${after}&wait=${wait}`, me())).json()).toMatchObject({
        code: 'CLASS_VALIDATION_ERROR',
        errors: [{ field: 'after', message: 'Esta posição está além do fim do registro' }],
      });
  // What others did meanwhile is the log's end too.
  const end = await record(
    stage.store,
    streams.credits(randomUUID()),
    newEvent('CreditsGranted', { tenantId: other, amount: 1, reason: 'x' }),
  );
  expect(await feed(me(), `after=${end}`)).toEqual({ items: [], next: end, more: false });
});

it('does the same work however much of the log is others’', async () => {
  const events = Array.from({ length: 300 }, () =>
    newEvent('CreditsGranted', { tenantId: other, amount: 1, reason: 'x' }),
  );
  const end = await record(stage.store, streams.credits(other), ...events);
  const theirs = asUser(other, 'administrator', stranger);
  await vi.waitFor(
    async () => expect((await feed(theirs, `limit=200&after=${last}`)).items).toHaveLength(200),
    15_000,
  );
  expect(end).not.toBe(last);
  const reads = vi.spyOn(stage.store, 'readStream');
  const scans = vi.spyOn(stage.store, 'readAll');
  await feed(me(), 'limit=5');
  expect(scans).not.toHaveBeenCalled();
  // Callers are looked up in two streams more than those of the five facts.
  expect(reads.mock.calls.length).toBeLessThanOrEqual(5 + 6);
  vi.restoreAllMocks();
});

describe('of a thousand facts that the caller may not see', () => {
  const third = randomUUID();
  const [owner, few] = [randomUUID(), randomUUID()];
  const seen = plannedProcess({ tenantId: third, requester: { userId: owner, name: 'Rui Lima' } });
  const HIDDEN = 2 * FEED_SCAN + 100;
  let hidden: string[];
  let end: string;
  const common = () => asUser(third, 'common', few);

  beforeAll(async () => {
    const data = (userId: string, role: 'administrator' | 'common', companyIds: string[]) =>
      newEvent('UserCreated', {
        userId,
        tenantId: third,
        name: 'U',
        email: `${userId}@b.com`,
        role,
        companyIds,
      });
    await record(stage.store, streams.user(owner), data(owner, 'administrator', []));
    await record(stage.store, streams.user(few), data(few, 'common', [seen.company.companyId]));
    await stage.get('/event-feed', asUser(third, 'administrator', owner));
    const life = lifeOf(seen);
    await record(stage.store, life.stream, life.created());
    const grants = Array.from({ length: HIDDEN }, () =>
      newEvent('CreditsGranted', { tenantId: third, amount: 1, reason: 'compra' }),
    );
    await record(stage.store, streams.credits(third), ...grants);
    await record(stage.store, life.stream, life.signed(0, 0));
    const grant = newEvent('CreditsGranted', { tenantId: third, amount: 1, reason: 'compra' });
    end = await record(stage.store, streams.credits(third), grant);
    hidden = [];
    for await (const { position } of stage.store.readStream(streams.credits(third))) hidden.push(position);
    const whole = asUser(third, 'administrator', owner);
    await vi.waitFor(
      async () => expect((await feed(whole, `after=${hidden.at(-2)}&limit=5`)).next).toBe(end),
      20_000,
    );
  }, 60_000);

  it('a page skips no more, and gives the position to resume at', async () => {
    const pages = [await feed(common(), 'limit=200')];
    while (pages.at(-1)?.more === true)
      pages.push(await feed(common(), `limit=200&after=${pages.at(-1)?.next}`));
    const told = pages.flatMap(({ items }) => items.map(({ type }) => type));
    expect(told).toEqual(['process.created.v1', 'signature.signed.v1']);
    expect(pages.map(({ items, more }) => [items.length, more])).toEqual([
      [1, true],
      [0, true],
      [1, false],
    ]);
    expect(new Set(pages.map(({ next }) => next)).size).toBe(3);
    expect(pages.at(-1)?.next).toBe(end);
  });

  it('a waiting reader begins to wait at the end of the log alone', async () => {
    const [first, second] = [await feed(common(), 'limit=200'), await feed(common(), 'limit=200&wait=20')];
    expect(second).toEqual(first);
    const after = hidden[5] ?? '';
    expect(await feed(common(), `limit=200&wait=20&after=${after}`)).toMatchObject({ items: [], more: true });
  });

  it('any position among them is read on from', async () => {
    for (const index of [0, 1, FEED_SCAN - 2, FEED_SCAN + 7, HIDDEN - 1]) {
      const told: string[] = [];
      let page = await feed(common(), `after=${hidden[index]}`);
      told.push(...page.items.map(({ type }) => type));
      while (page.more) {
        page = await feed(common(), `after=${page.next}`);
        told.push(...page.items.map(({ type }) => type));
      }
      expect(told).toEqual(['signature.signed.v1']);
    }
    expect(await feed(common(), `after=${end}`)).toEqual({ items: [], next: end, more: false });
  });
});
