import { randomUUID } from 'node:crypto';

import { expect, it } from 'vitest';

import { bareOf, epochOf, inEpoch, type Seen } from './epochs.ts';
import { PositionOfAnotherEpoch } from './errors.ts';
import { createMemoryEventStore } from './memory/index.ts';
import type { NewEvent, Position } from './port.ts';
import { describeEventStore } from './testing/index.ts';

const FIRST = { name: '0a1b2c3d', isFirst: true };
const SECOND = { name: 'ffee0011', isFirst: false };

describeEventStore('memory, with an epoch in its positions', () =>
  Promise.resolve({ store: inEpoch(createMemoryEventStore(), FIRST), dispose: () => Promise.resolve() }),
);

const event = (): NewEvent => ({
  id: randomUUID(),
  type: 'Tested',
  data: {},
  metadata: { occurredAt: new Date().toISOString(), correlationId: 'test', schemaVersion: 1 },
});

it('gives every position with its epoch, and counts positions without one to the first', async () => {
  const below = createMemoryEventStore();
  const [first, second] = [inEpoch(below, FIRST), inEpoch(below, SECOND)];
  const { position } = await first.append('a', [event()], { expected: 'noStream' });
  expect(epochOf(position)).toBe(FIRST.name);
  expect(await below.head()).toBe(bareOf(position));
  expect(first.comparePositions(bareOf(position), position)).toBe(0);
  expect(await second.head()).toBe(`${SECOND.name}.${bareOf(position)}`);
});

it('takes no position of another epoch', async () => {
  const below = createMemoryEventStore();
  const [first, second] = [inEpoch(below, FIRST), inEpoch(below, SECOND)];
  const { position } = await first.append('a', [event()], { expected: 'noStream' });
  const reading = async (after: Position) => {
    for await (const _event of second.readAll({ after, limit: 1 }));
  };
  const subscribing = async (after: Position) => {
    for await (const _event of second.subscribe({ after, signal: AbortSignal.timeout(1000) }));
  };
  for (const after of [position, bareOf(position)]) {
    await expect(reading(after)).rejects.toThrow(PositionOfAnotherEpoch);
    await expect(subscribing(after)).rejects.toThrow(PositionOfAnotherEpoch);
    expect(() => second.comparePositions(after, after)).toThrow(PositionOfAnotherEpoch);
  }
});

it('reports what was acknowledged and delivered', async () => {
  const seen: Seen[] = [];
  const store = inEpoch(createMemoryEventStore(), FIRST, (each) => seen.push(each));
  const [one, two] = [event(), event()];
  const { position } = await store.append('a', [one, two], { expected: 'noStream' });
  expect(seen).toEqual([{ stream: 'a', revision: 1n, id: two.id, position }]);
  for await (const message of store.subscribe({ after: 'start', signal: AbortSignal.timeout(5000) }))
    if (message.kind === 'caughtUp') break;
  expect(seen.at(-1)).toMatchObject({ id: two.id, position });
});
