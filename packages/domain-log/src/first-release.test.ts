import { eventFault, formerShapesOf, personalContentOf, schemaVersionOf, streams } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { MalformedEvent, protectEventStore } from '@lacre/personal-data';
import { createMemoryKeys } from '@lacre/personal-data/memory';
import { beforeEach, expect, it } from 'vitest';

import { createDomainLog, type DomainLog } from './domain-log.ts';
import {
  appendFirstRelease,
  FIRST_RELEASE,
  firstReleaseLines,
  storeOfEarlierRelease,
} from './testing/index.ts';

const keys = createMemoryKeys();
let store: EventStore;
let log: DomainLog;

beforeEach(async () => {
  const below = createMemoryEventStore();
  await appendFirstRelease(storeOfEarlierRelease(below, keys));
  store = protectEventStore(below, keys);
  log = createDomainLog(store);
});

it('every event of the first release fits its schema of then', () => {
  const lines = firstReleaseLines();
  expect(lines.map(({ metadata }) => metadata.schemaVersion)).toEqual(lines.map(() => 1));
  expect(lines.flatMap((event) => eventFault(event) ?? [])).toEqual([]);
});

it('is read in the shape and the version that its type has today', async () => {
  const events = await Array.fromAsync(log.readAfter('start'));
  expect(events.map(({ type }) => type)).toEqual(firstReleaseLines().map(({ type }) => type));
  expect(events.map(({ metadata }) => metadata.schemaVersion)).toEqual(
    events.map(({ type }) => schemaVersionOf(type)),
  );
  expect(events.flatMap((event) => eventFault(event) ?? [])).toEqual([]);
  // Or this test would hold nothing.
  const changed = events.filter(({ type }) => schemaVersionOf(type) > 1).map(({ type }) => type);
  expect(new Set(changed)).toEqual(
    new Set(['FaceEnrolled', 'SignatureSigned', 'SignatureRejected', 'SealRendered', 'SealProduced']),
  );
});

it('is stored as it was written', async () => {
  const written = firstReleaseLines();
  const stored = await Array.fromAsync(store.readAll({ after: 'start', limit: 100 }));
  expect(stored.map(({ type, data }) => ({ type, data }))).toEqual(
    written.map(({ type, data }) => ({ type, data })),
  );
});

it('names the same subjects in both shapes', async () => {
  const { anaId } = FIRST_RELEASE;
  const ofAna = (event: Parameters<typeof personalContentOf>[0]) =>
    personalContentOf(event)
      .leaves.filter(({ subject }) => subject === anaId)
      .map(({ path, value }) => [path.join('.'), value]);
  const upcast = await Array.fromAsync(log.readAfter('start'));
  expect(upcast.map(ofAna)).toEqual(firstReleaseLines().map(ofAna));
});

it('a seal is read with its evidence and revisions in no pack, and otherwise as recorded', async () => {
  const events = await Array.fromAsync(log.readStream(streams.seal(FIRST_RELEASE.sealedId)));
  const [rendered, produced] = firstReleaseLines().filter(({ type }) => type.startsWith('Seal'));
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['SealRendered', { ...rendered?.data, evidence: { pack: null } }],
    ['SealProduced', { ...produced?.data, pack: null }],
  ]);
});

it('contacts of an enrolment that were recorded are kept, without how each was proven', () => {
  const [former] = formerShapesOf('FaceEnrolled') ?? [];
  const address = { channel: 'email', address: 'ana@exemplo.com.br' };
  const { personId, ...data } = firstReleaseLines().find(({ type }) => type === 'FaceEnrolled')?.data ?? {};
  const proven = [{ ...address, method: 'session-code', codeSentAt: '2026-11-23T12:00:00.000Z' }];
  const recorded = { ...data, personId, proven };
  expect(former?.schema.safeParse(recorded).error).toBeUndefined();
  expect(former?.upcast(recorded as never)).toEqual({ ...recorded, proven: [address] });
});

it('is written no more', async () => {
  const {
    stream,
    revision: _revision,
    ...event
  } = firstReleaseLines().find(({ type }) => type === 'FaceEnrolled')!;
  const fresh = { ...event, id: '00000000-0000-4000-8000-0000000000ff' };
  const append = store.append(stream, [fresh], { expected: 1n });
  await expect(append).rejects.toThrow(MalformedEvent);
  await expect(append).rejects.toThrow('metadata schemaVersion');
  expect(await Array.fromAsync(log.readStream(streams.face(FIRST_RELEASE.anaId)))).toHaveLength(2);
});
