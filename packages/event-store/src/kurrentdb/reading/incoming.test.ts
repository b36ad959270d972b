import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import type { Position, RecordedEvent, SubscriptionMessage } from '../../port.ts';
import { testEvent } from '../../testing/index.ts';
import { Incoming } from './incoming.ts';

const at = (n: number) => `${n}/${n}` as Position;
const event = (n: number): RecordedEvent => ({
  ...testEvent({ data: { n } }),
  stream: 's',
  revision: BigInt(n),
  position: at(n),
  recordedAt: '2026-01-02T03:04:05.678Z',
});
const shown = (message: SubscriptionMessage | undefined) =>
  message?.kind === 'events' ? message.events.map(({ revision }) => Number(revision)) : message;
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test('while it catches up messages are full, though events come one by one with checkpoints between them', async () => {
  const incoming = new Incoming(1000);
  const arriving = (async () => {
    for (const n of range(0, 25)) {
      incoming.addEvent(event(n));
      if (n % 4 === 3) incoming.addMark({ kind: 'checkpoint', position: at(n) });
      incoming.arrived();
      await Promise.resolve();
    }
    incoming.addMark({ kind: 'caughtUp', position: at(24) });
    incoming.arrived();
  })();
  expect(shown(await incoming.take(10))).toEqual(range(0, 10));
  expect(shown(await incoming.take(10))).toEqual(range(10, 20));
  expect(shown(await incoming.take(10))).toEqual(range(20, 25));
  expect(await incoming.take(10)).toEqual({ kind: 'caughtUp', position: at(24) });
  await arriving;
});

test('events of a server that pauses while catching up are held back at most 100 ms', async () => {
  const incoming = new Incoming(1000);
  for (const n of range(0, 3)) incoming.addEvent(event(n));
  incoming.addMark({ kind: 'checkpoint', position: at(7) });
  incoming.arrived();
  expect(shown(await incoming.take(10))).toEqual([0, 1, 2]);
  expect(await incoming.take(10)).toEqual({ kind: 'checkpoint', position: at(7) });
});

async function severalTurns(): Promise<string> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  return 'several turns';
}

test('live, an event does not wait for others', async () => {
  const incoming = new Incoming(1000);
  incoming.addMark({ kind: 'caughtUp' });
  incoming.arrived();
  expect(await incoming.take(10)).toEqual({ kind: 'caughtUp' });
  const taken = incoming.take(10);
  incoming.addEvent(event(0));
  incoming.addEvent(event(1));
  incoming.arrived();
  // Much less than messages are filled for otherwise.
  expect(await Promise.race([taken, severalTurns()])).not.toBe('several turns');
  expect(shown(await taken)).toEqual([0, 1]);
});

test('it accepts no more than it has room for, until some is taken out', async () => {
  const incoming = new Incoming(4);
  for (const n of range(0, 4)) incoming.addEvent(event(n));
  let hasRoom = false;
  const waiting = (async () => {
    await incoming.room();
    hasRoom = true;
  })();
  await sleep(20);
  expect(hasRoom).toBe(false);
  expect(shown(await incoming.take(2))).toEqual([0, 1]);
  await waiting;
});

test('events before its end are delivered, and none after', async () => {
  const incoming = new Incoming(10);
  incoming.addEvent(event(0));
  incoming.end();
  expect(shown(await incoming.take(10))).toEqual([0]);
  expect(await incoming.take(10)).toBeUndefined();
});
