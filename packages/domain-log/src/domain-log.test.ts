import { randomUUID } from 'node:crypto';

import { schemaVersionOf, streams } from '@lacre/contracts';
import type { EventStore, NewEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { MalformedEvent, protectEventStore } from '@lacre/personal-data';
import { createMemoryKeys } from '@lacre/personal-data/memory';
import { beforeEach, describe, expect, it } from 'vitest';

import { createDomainLog, type DomainLog, type DomainLogMessage } from './domain-log.ts';
import { soundEvent, UnknownEvent } from './logged-event.ts';

const tenantId = randomUUID();
const stream = streams.credits(tenantId);
const metadata = {
  occurredAt: '2026-01-02T03:04:05.678Z',
  correlationId: 'x',
  tenantId,
  actor: { kind: 'system', name: 'teste' },
} as const;
const granted = (amount: number) =>
  ({
    id: randomUUID(),
    type: 'CreditsGranted',
    data: { tenantId, amount, reason: 'bônus' },
    metadata,
  }) as const;

let bare: EventStore;
let log: DomainLog;

beforeEach(() => {
  bare = createMemoryEventStore();
  log = createDomainLog(protectEventStore(bare, createMemoryKeys()));
});

/** Past the log, as another release may have written it. */
async function recorded(type: string, schemaVersion: number): Promise<void> {
  let expected: bigint | 'noStream' = 'noStream';
  for await (const { revision } of bare.readStream(stream)) expected = revision;
  const event: NewEvent = {
    id: randomUUID(),
    type,
    data: { tenantId, amount: 7, reason: 'bônus' },
    metadata: { ...metadata, schemaVersion },
  };
  await bare.append(stream, [event], { expected });
}

const amounts = async (): Promise<number[]> => {
  const found: number[] = [];
  for await (const event of log.readStream(stream))
    if (event.type === 'CreditsGranted') found.push(event.data.amount);
  return found;
};

describe('an appended event', () => {
  it('is read again as a union discriminated by type, in the version of the table', async () => {
    await log.append(stream, [granted(1), granted(2)], { expected: 'noStream' });
    expect(await amounts()).toEqual([1, 2]);
    const [first] = await Array.fromAsync(bare.readStream(stream));
    expect(first?.metadata.schemaVersion).toBe(schemaVersionOf('CreditsGranted'));
  });

  it('is refused with a field that its type has not', async () => {
    const odd = { ...granted(1), data: { tenantId, amount: 1 } } as ReturnType<typeof granted>;
    await expect(log.append(stream, [odd], { expected: 'noStream' })).rejects.toThrow(MalformedEvent);
    expect(await Array.fromAsync(bare.readStream(stream))).toEqual([]);
  });
});

describe('an event of a type that this release does not know', () => {
  beforeEach(async () => {
    await log.append(stream, [granted(1)], { expected: 'noStream' });
    await recorded('CreditsMinted', 1);
  });

  it('is passed over, in a stream and in the whole log', async () => {
    expect(await amounts()).toEqual([1]);
    const types = (await Array.fromAsync(log.readAfter('start'))).map(({ type }) => type);
    expect(types).toEqual(['CreditsGranted']);
  });

  it('is refused where a decision reads the stream', async () => {
    const read = Array.fromAsync(log.readStream(stream, { refuse: 'unknown' }));
    await expect(read).rejects.toThrow(/CreditsMinted in version 1/);
  });

  it('moves a subscription on', async () => {
    const [first] = await Array.fromAsync(bare.readStream(stream));
    const messages: DomainLogMessage[] = [];
    const ending = new AbortController();
    const after = first?.position ?? 'start';
    for await (const message of log.subscribe({ after, signal: ending.signal })) {
      messages.push(message);
      if (message.kind === 'caughtUp') ending.abort();
    }
    expect(messages[0]).toEqual({ kind: 'checkpoint', position: await log.head() });
  });
});

describe('an event of a version that this release does not know', () => {
  it('is never guessed at', async () => {
    await recorded('CreditsGranted', schemaVersionOf('CreditsGranted') + 1);
    await expect(amounts()).rejects.toThrow(UnknownEvent);
    const [event] = await Array.fromAsync(bare.readStream(stream));
    expect(event && soundEvent(event)).toBeUndefined();
  });
});

it('an event that does not fit its type is found when the log is checked', async () => {
  await recorded('CreditsGranted', 1);
  await recorded('CreditsReserved', 1);
  const read = log.readStream(stream, { refuse: 'misfits' })[Symbol.asyncIterator]();
  expect((await read.next()).value).toMatchObject({ type: 'CreditsGranted', data: { amount: 7 } });
  await expect(read.next()).rejects.toThrow('processId');
  const raw = await Array.fromAsync(bare.readStream(stream));
  expect(raw.map((event) => soundEvent(event)?.type)).toEqual(['CreditsGranted', undefined]);
});
