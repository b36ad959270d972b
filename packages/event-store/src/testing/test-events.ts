import { randomUUID } from 'node:crypto';

import { countedBytes } from '../append-rules.ts';
import { WrongExpectedRevision } from '../errors.ts';
import type {
  AppendResult,
  EventStore,
  Expected,
  JsonObject,
  NewEvent,
  RecordedEvent,
  SubscriptionMessage,
} from '../port.ts';

/** An event with an id of its own; `overrides` say what the test is about. */
export function testEvent(overrides: Partial<NewEvent> = {}): NewEvent {
  return {
    id: randomUUID(),
    type: 'TestHappened',
    data: {},
    metadata: { occurredAt: '2026-01-02T03:04:05.678Z', correlationId: randomUUID(), schemaVersion: 1 },
    ...overrides,
  };
}

/** `count` events whose data is `{ n }`, from 0. */
export function numberedEvents(count: number, overrides: Partial<NewEvent> = {}): NewEvent[] {
  return Array.from({ length: count }, (_, n) => testEvent({ data: { n }, ...overrides }));
}

/** An event that counts so many bytes in an append. */
export function eventOfBytes(sizeBytes: number): NewEvent {
  const { metadata, ...event } = testEvent();
  const empty = countedBytes(JSON.stringify({ text: '' }), JSON.stringify(metadata));
  return { ...event, metadata, data: { text: 'x'.repeat(sizeBytes - empty) } };
}

/** A prefix of stream names or types that nothing else in the log has: the suite may run on a store in use. */
export function uniquePrefix(): string {
  return `t${randomUUID().replaceAll('-', '')}_`;
}

export async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}

/** The stream's events, from its first. */
export function streamOf(store: EventStore, stream: string): Promise<RecordedEvent[]> {
  return collect(store.readStream(stream));
}

/** Appends after whatever the stream has, also while others do. */
export async function appendToEnd(
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  for (;;) {
    let expected: Expected = 'noStream';
    for await (const last of store.readStream(stream, { direction: 'backwards', limit: 1 }))
      expected = last.revision;
    try {
      return await store.append(stream, events, { expected });
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }
}

export function dataOf(events: readonly NewEvent[]): JsonObject[] {
  return events.map(({ data }) => data);
}

/** Reads a subscription until `enough` says so of all its messages, then aborts it and waits for its end. */
export async function readUntil(
  store: EventStore,
  options: Omit<Parameters<EventStore['subscribe']>[0], 'signal'>,
  enough: (messages: readonly SubscriptionMessage[]) => boolean | Promise<boolean>,
): Promise<SubscriptionMessage[]> {
  const stop = new AbortController();
  const messages: SubscriptionMessage[] = [];
  for await (const message of store.subscribe({ ...options, signal: stop.signal })) {
    messages.push(message);
    if (await enough(messages)) stop.abort();
  }
  return messages;
}

export function eventsIn(messages: readonly SubscriptionMessage[]): RecordedEvent[] {
  return messages.flatMap((message) => (message.kind === 'events' ? message.events : []));
}
