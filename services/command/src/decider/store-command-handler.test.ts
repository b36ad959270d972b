import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { derivedId, type EventStore, EventStoreUnavailable } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { company } from '../company/decide-company.ts';
import { credits } from '../credits/decide-credits.ts';
import type { CommandContext } from './command-context.ts';
import type { CommandHandler } from './command-handler.ts';
import { eventIdOf } from './event-id.ts';
import { ordered } from './ordered-command.ts';
import { createCommandHandler } from './store-command-handler.ts';
import { snapshotsOf } from './stream-states.ts';

const tenantId = derivedId('test', 'tenant');
let store: EventStore;
let handler: CommandHandler;
let companyId: string;
const now = () => new Date('2026-03-02T12:00:00Z');
const other = () => createCommandHandler({ eventStore: store, now });

beforeEach(async () => {
  store = createMemoryEventStore();
  handler = other();
  companyId = randomUUID();
  await handler.handle(company, companyId, create(), context('create'));
});

const create = () =>
  ({ type: 'create', companyId, tenantId, cnpj: '11222333000181', fields: fields('Padaria') }) as const;
const edit = (name: string) =>
  ({ type: 'edit', tenantId, fields: fields(name), active: undefined, ancestors: [] }) as const;
const fields = (companyName: string) => ({ companyName, active: true });
const context = (key: string, requestHash: string = key): CommandContext => ({
  key,
  requestHash,
  correlationId: 'request',
  tenantId,
  actor: { kind: 'system', name: 'test' },
});
async function names(): Promise<string[]> {
  const found: string[] = [];
  for await (const { data } of store.readStream(streams.company(companyId)))
    found.push((data as unknown as { fields: { companyName: string } }).fields.companyName);
  return found;
}

describe('commands in order', () => {
  const createAt = (id: string) => ordered(company, id, { ...create(), companyId: id });
  const lengthOf = async (id: string): Promise<number> =>
    (await Array.fromAsync(store.readStream(streams.company(id)))).length;
  async function readEmpty(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await Promise.all(ids.map((id) => handler.load(company, id)));
    return ids;
  }

  it('are stored together, and found by a repeat of each', async () => {
    const ids = await readEmpty(3);
    const position = await handler.handleInOrder(ids.map(createAt), context('all'));
    expect(position).toBe(await store.head());
    const again = await Promise.all(
      ids.map((id) => other().handle(company, id, { ...create(), companyId: id }, context('all'))),
    );
    expect(again.map((each) => each.ok && each.repeated)).toEqual([true, true, true]);
    expect(again.at(-1)).toMatchObject({ position });
    expect(await Promise.all(ids.map(lengthOf))).toEqual([1, 1, 1]);
  });

  it('end where another process was first: nothing after it is stored', async () => {
    const [first, taken, last] = (await readEmpty(3)) as [string, string, string];
    await other().handle(company, taken, { ...create(), companyId: taken }, context('theirs'));
    const all = [first, taken, last].map(createAt);
    expect(await handler.handleInOrder(all, context('mine'))).toBeUndefined();
    expect(await Promise.all([first, taken, last].map(lengthOf))).toEqual([1, 1, 0]);
  });

  it.each([
    ['a command is refused', () => edit('Meu')],
    ['nothing is known of the stream', create],
  ])('store nothing where %s', async (_, commandOf) => {
    const [first] = (await readEmpty(1)) as [string];
    const unread = randomUUID();
    if (commandOf().type === 'edit') await handler.load(company, unread);
    const all = [createAt(first), ordered(company, unread, commandOf())];
    expect(await handler.handleInOrder(all, context('mine'))).toBeUndefined();
    expect([await lengthOf(first), await lengthOf(unread)]).toEqual([0, 0]);
  });

  it('store nothing twice when the store stored them and did not answer', async () => {
    const ids = await readEmpty(2);
    const append = store.appendInOrder.bind(store);
    const spy = vi.spyOn(store, 'appendInOrder').mockImplementationOnce(async (appends) => {
      await append(appends);
      throw new EventStoreUnavailable(new Error('no answer'));
    });
    expect(await handler.handleInOrder(ids.map(createAt), context('all'))).toBe(await store.head());
    expect(spy).toHaveBeenCalledTimes(2);
    expect(await Promise.all(ids.map(lengthOf))).toEqual([1, 1]);
  });

  it('are left to be handled one after another where their streams rest on snapshots', async () => {
    const snapshots = snapshotsOf(credits, {
      open: () => Promise.resolve(undefined),
      complete: (_stream, { state }) => Promise.resolve({ state, appended: new Map() }),
      isDue: () => false,
      take: () => Promise.resolve(undefined),
      drop: () => Promise.resolve(),
    });
    const resting = createCommandHandler({ eventStore: store, now, snapshots });
    await resting.load(credits, tenantId);
    const open = { type: 'open', tenantId, amount: 1, reason: 'teste' } as const;
    expect(await resting.handleInOrder([ordered(credits, tenantId, open)], context('open'))).toBeUndefined();
  });
});

describe('a command', () => {
  it('has event ids that derive from its key, stream and place', async () => {
    await handler.handle(company, companyId, edit('Um'), context('edit'));
    const ids: string[] = [];
    for await (const { id } of store.readStream(streams.company(companyId))) ids.push(id);
    expect(ids).toEqual([
      eventIdOf('create', streams.company(companyId), 0),
      eventIdOf('edit', streams.company(companyId), 0),
    ]);
    expect(ids[1]).toMatch(/^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('decides anew on events that another process appended meanwhile', async () => {
    await other().handle(company, companyId, edit('De outro'), context('theirs'));
    const handled = await handler.handle(company, companyId, edit('Meu'), context('mine'));
    expect(handled).toMatchObject({ ok: true, repeated: false });
    expect(await names()).toEqual(['Padaria', 'De outro', 'Meu']);
  });

  it('is refused on the latest state alone, never on a cached one', async () => {
    const unseen = randomUUID();
    expect(await handler.handle(company, unseen, edit('Meu'), context('early'))).toMatchObject({ ok: false });
    await other().handle(company, unseen, { ...create(), companyId: unseen }, context('late create'));
    expect(await handler.handle(company, unseen, edit('Meu'), context('now'))).toMatchObject({ ok: true });
  });

  it('gives up with CONCURRENT_CHANGE when others always append first', async () => {
    const append = store.append.bind(store);
    let rivals = 0;
    store.append = async (stream, events, options) => {
      if (events[0]?.metadata['requestHash'] === 'mine')
        await other().handle(company, companyId, edit('Rival'), context(`rival ${++rivals}`));
      return append(stream, events, options);
    };
    const handled = await handler.handle(company, companyId, edit('Meu'), context('mine'));
    expect(handled).toEqual({ ok: false, code: 'CONCURRENT_CHANGE' });
    expect(rivals).toBe(20);
    expect(await names()).not.toContain('Meu');
  });

  it('has one effect when it runs in two processes at once', async () => {
    const handlers = [handler, other(), other(), other()];
    const handled = await Promise.all(
      handlers.map((each) => each.handle(company, companyId, edit('Um'), context('same'))),
    );
    expect(new Set(handled.map((each) => (each.ok ? each.position : each.code))).size).toBe(1);
    expect(await names()).toEqual(['Padaria', 'Um']);
  });

  it('is known again by a process that never saw it', async () => {
    const first = await handler.handle(company, companyId, edit('Um'), context('edit'));
    await handler.handle(company, companyId, edit('Dois'), context('later'));
    const again = await other().handle(company, companyId, edit('Um'), context('edit'));
    expect(again).toMatchObject({ ok: true, repeated: true, position: first.ok ? first.position : '' });
    const reused = await other().handle(company, companyId, edit('Outro'), context('edit', 'other request'));
    expect(reused).toEqual({ ok: false, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await names()).toEqual(['Padaria', 'Um', 'Dois']);
  });

  it('keeps the order of commands on one stream', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `Nome ${index}`);
    await Promise.all(texts.map((name) => handler.handle(company, companyId, edit(name), context(name))));
    expect(await names()).toEqual(['Padaria', ...texts]);
  });

  it('folds a long stream it forgot in the meantime', async () => {
    const small = createCommandHandler({ eventStore: store, now, cachedEvents: 1 });
    await small.handle(company, companyId, edit('Um'), context('one'));
    const second = randomUUID();
    await small.handle(company, second, { ...create(), companyId: second }, context('second'));
    await small.handle(company, companyId, edit('Dois'), context('two'));
    expect(await small.load(company, companyId)).toMatchObject({ fields: { companyName: 'Dois' } });
  });
});

/** Fails the next `times` appends, each done before the failure or not. */
function failing(times: number, isDone: boolean): () => number {
  const append = store.append.bind(store);
  let failures = 0;
  store.append = async (...call) => {
    if (failures >= times) return append(...call);
    failures++;
    if (isDone) await append(...call);
    throw new EventStoreUnavailable(new Error('no answer'));
  };
  return () => failures;
}

describe('the moments of a stream', () => {
  const at = (moment: string) => () => new Date(moment);
  async function moments(): Promise<string[]> {
    const found: string[] = [];
    for await (const { metadata } of store.readStream(streams.company(companyId)))
      found.push(metadata.occurredAt);
    return found;
  }

  it('never go back, whichever process has the slower clock', async () => {
    const clocks = ['2026-03-02T12:00:05.250Z', '2026-03-02T11:59:59.999Z', '2026-03-02T12:00:05.251Z'];
    for (const [index, clock] of clocks.entries()) {
      const one = createCommandHandler({ eventStore: store, now: at(clock) });
      await one.handle(company, companyId, edit(`Nome ${index}`), context(`edit ${index}`));
    }
    expect(await moments()).toEqual([
      '2026-03-02T12:00:00.000Z',
      '2026-03-02T12:00:05.250Z',
      '2026-03-02T12:00:05.251Z',
      '2026-03-02T12:00:05.251Z',
    ]);
  });

  it('are those that the commands carry, which do not go back either', async () => {
    const decided: string[] = [];
    const noting: typeof company = {
      ...company,
      decide: (command, state) => {
        decided.push((command as unknown as { at: string }).at);
        return company.decide(command, state);
      },
    };
    for (const moment of ['2026-03-02T12:00:07.500Z', '2026-03-02T12:00:07.400Z'])
      await handler.handle(noting, companyId, { ...edit(moment), at: moment } as never, context(moment));
    expect(decided).toEqual(['2026-03-02T12:00:07.500Z', '2026-03-02T12:00:07.501Z']);
    expect((await moments()).slice(1)).toEqual(decided);
  });

  it('do not go back among commands that are stored together', async () => {
    const id = derivedId('test', 'batched');
    const slow = createCommandHandler({ eventStore: store, now });
    await createCommandHandler({ eventStore: store, now: at('2026-03-02T12:00:09.001Z') }).handle(
      credits,
      id,
      { type: 'grant', tenantId: id, amount: 5, reason: 'initial' } as never,
      context('grant'),
    );
    await Promise.all(
      ['a', 'b', 'c'].map((key) =>
        slow.handle(
          credits,
          id,
          { type: 'reserve', tenantId: id, processId: derivedId('p', key), amount: 1 } as never,
          context(key),
        ),
      ),
    );
    const found: string[] = [];
    for await (const { metadata } of store.readStream(streams.credits(id))) found.push(metadata.occurredAt);
    expect(found).toEqual([1, 2, 3, 4].map((ms) => `2026-03-02T12:00:09.00${ms}Z`));
  });
});

describe('an event store that does not answer', () => {
  it.each([
    ['failed and not done', false],
    ['failed but done', true],
  ])('is asked again with the same ids: %s', async (_case, isDone) => {
    const failures = failing(2, isDone);
    const handled = await handler.handle(company, companyId, edit('Um'), context('edit'));
    expect(handled).toMatchObject({ ok: true, state: { fields: { companyName: 'Um' } } });
    expect(failures()).toBe(2);
    expect(await names()).toEqual(['Padaria', 'Um']);
  });

  it.each([
    ['failed and not done', false],
    ['failed but done', true],
  ])('is answered as unavailable, and a repeat finds the outcome: %s', async (_case, isDone) => {
    failing(4, isDone);
    const handled = await handler.handle(company, companyId, edit('Um'), context('edit'));
    expect(handled).toEqual({ ok: false, code: 'SERVICE_UNAVAILABLE' });
    expect(await handler.handle(company, companyId, edit('Um'), context('edit'))).toMatchObject({ ok: true });
    expect(await names()).toEqual(['Padaria', 'Um']);
  });

  it('is answered as unavailable when it cannot be read', async () => {
    store.readStream = () => {
      throw new EventStoreUnavailable(new Error('no answer'));
    };
    const handled = await other().handle(company, companyId, edit('Um'), context('edit'));
    expect(handled).toEqual({ ok: false, code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('commands that wait for a batched stream', () => {
  const account = () => streams.credits(tenantId);
  const reserve = (processId: string) => ({ type: 'reserve', tenantId, processId, amount: 1 }) as const;
  const grant = (amount: number) => ({ type: 'grant', tenantId, amount, reason: 'teste' }) as const;
  const many = Array.from({ length: 30 }, (_, index) => derivedId('batched', index));
  const reserveAll = (by: CommandHandler = handler) =>
    Promise.all(many.map((id) => by.handle(credits, tenantId, reserve(id), context(`reserve:${id}`))));
  const stored = async () => {
    const found: { type: string; requestHash: unknown; id: string }[] = [];
    for await (const { type, metadata, id } of store.readStream(account()))
      found.push({ type, requestHash: metadata['requestHash'], id });
    return found;
  };

  it('are stored together, each by its own intent, and refused as if they had come one by one', async () => {
    await handler.handle(credits, tenantId, grant(25), context('grant'));
    const appends = vi.spyOn(store, 'append');
    const handled = await reserveAll();
    expect(appends.mock.calls.length).toBeLessThan(5);
    expect(handled.filter(({ ok }) => ok)).toHaveLength(25);
    const refused = handled.flatMap((each) => (each.ok ? [] : [each.code]));
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'INSUFFICIENT_CREDITS'));
    const events = (await stored()).slice(1);
    expect(events.map(({ requestHash }) => requestHash)).toEqual(
      many.slice(0, 25).map((id) => `reserve:${id}`),
    );
    expect(events.map(({ id }) => id)).toEqual(
      many.slice(0, 25).map((id) => eventIdOf(`reserve:${id}`, account(), 0)),
    );
    const again = await other().handle(
      credits,
      tenantId,
      reserve(many[3] ?? ''),
      context(`reserve:${many[3]}`),
    );
    expect(again).toMatchObject({ ok: true, repeated: true });
    expect(await stored()).toHaveLength(26);
  });

  it('of one intent are one, however often they come at once', async () => {
    await handler.handle(credits, tenantId, grant(25), context('grant'));
    const same = () => handler.handle(credits, tenantId, reserve(many[0] ?? ''), context('same'));
    const otherwise = () =>
      handler.handle(credits, tenantId, reserve(many[0] ?? ''), context('same', 'another request'));
    const handled = await Promise.all([same(), same(), same(), otherwise(), same()]);
    expect(handled.map((each) => (each.ok ? 'ok' : each.code))).toEqual([
      'ok',
      'ok',
      'ok',
      'IDEMPOTENCY_KEY_REUSED',
      'ok',
    ]);
    expect(await stored()).toHaveLength(2);
  });

  it('meet those of another process, and none is lost or doubled', async () => {
    await handler.handle(credits, tenantId, grant(40), context('grant'));
    const theirs = other();
    await theirs.load(credits, tenantId);
    const [mine, others] = await Promise.all([
      reserveAll(),
      Promise.all(
        many.map((id) =>
          theirs.handle(credits, tenantId, reserve(derivedId('theirs', id)), context(`theirs:${id}`)),
        ),
      ),
    ]);
    expect([...mine, ...others].filter(({ ok }) => ok)).toHaveLength(40);
    const events = await stored();
    expect(events).toHaveLength(41);
    expect(new Set(events.map(({ id }) => id)).size).toBe(41);
    expect(await other().load(credits, tenantId)).toMatchObject({ balance: 0, reserved: 40 });
  });

  it('are answered as unavailable when the store is away', async () => {
    await handler.handle(credits, tenantId, grant(40), context('grant'));
    store.append = () => Promise.reject(new EventStoreUnavailable('no answer'));
    const handled = await Promise.all(
      many.slice(0, 3).map((id) => handler.handle(credits, tenantId, reserve(id), context(id))),
    );
    expect(handled).toEqual(Array.from({ length: 3 }, () => ({ ok: false, code: 'SERVICE_UNAVAILABLE' })));
  });
});
