import { randomUUID } from 'node:crypto';

import { schemaVersionOf, ERASED, type DataOf, type EventMetadata } from '@lacre/contracts';
import type { NewEvent, RecordedEvent } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { beforeEach, expect, it } from 'vitest';

import { canonicalJson } from './canonical-json.ts';
import { COMMITMENTS, commitmentTo, disclosureOf, saltOf } from './commitments.ts';
import { createMemoryKeys } from './memory/index.ts';
import type { PersonalDataKeys } from './port.ts';
import { protectEventStore } from './protect-event-store.ts';

const personId = randomUUID();
const tenantId = randomUUID();
const processId = randomUUID();
const stream = `process-${processId}`;
const IP = '177.45.102.33';

let keys: PersonalDataKeys;
let below: ReturnType<typeof createMemoryEventStore>;
let store: ReturnType<typeof protectEventStore>;

beforeEach(async () => {
  keys = createMemoryKeys();
  below = createMemoryEventStore();
  store = protectEventStore(below, keys);
});

function rejection(): NewEvent {
  const data: DataOf<'SignatureRejected'> = {
    processId,
    tenantId,
    signatureId: `${processId}:1`,
    documentId: randomUUID(),
    personId,
    part: 'signer',
    reason: 'Não concordo',
    contactProof: null,
    client: { ip: IP },
    rejectedAt: '2026-11-21T14:26:12.345Z',
  };
  const metadata: EventMetadata = {
    occurredAt: '2026-11-21T14:26:12.345Z',
    correlationId: 'x',
    schemaVersion: schemaVersionOf('SignatureRejected'),
    tenantId,
    actor: { kind: 'person', id: personId, name: 'Ana' },
  };
  return { id: randomUUID(), type: 'SignatureRejected', data, metadata };
}

async function read(from: Pick<typeof store, 'readStream'>, name = stream): Promise<RecordedEvent> {
  for await (const event of from.readStream(name)) return event;
  throw new Error('nothing there');
}
const commitmentsIn = ({ metadata }: RecordedEvent) => metadata[COMMITMENTS] as Record<string, string>;

it('commits to each personal value under a salt of its person, stream and place', async () => {
  const event = rejection();
  await store.append(stream, [event], { expected: 'noStream' });
  const commitments = commitmentsIn(await read(store));
  expect(Object.keys(commitments).toSorted()).toEqual([
    '/data/client/ip',
    '/data/reason',
    '/metadata/actor/name',
  ]);
  const key = (await keys.forReading([personId])).get(personId);
  if (key === undefined || key === 'erased') throw new Error('the key is there');
  const salt = saltOf(key.commitmentKey(stream), event.id, '/data/client/ip');
  expect(salt).toMatch(/^[\da-f]{32}$/);
  expect(commitments['/data/client/ip']).toBe(commitmentTo(disclosureOf(salt, '/data/client/ip', IP)));
  const elsewhere = saltOf(key.commitmentKey('process-other'), event.id, '/data/client/ip');
  expect(elsewhere).not.toBe(salt);
});

it('keeps the commitments when the person is erased, and forgets their salts', async () => {
  await store.append(stream, [rejection()], { expected: 'noStream' });
  const before = commitmentsIn(await read(store));
  await keys.destroy(personId);
  const after = await read(store);
  expect(after.data['reason']).toBe(ERASED);
  expect(commitmentsIn(after)).toEqual(before);
  expect((await keys.forReading([personId])).get(personId)).toBe('erased');
});

it('makes no commitments for a person erased before, whose values are not kept', async () => {
  await keys.destroy(personId);
  await store.append(stream, [rejection()], { expected: 'noStream' });
  expect(commitmentsIn(await read(store))).toEqual({});
});

it('stores the same commitments when an append is repeated', async () => {
  const event = rejection();
  await store.append(stream, [event], { expected: 'noStream' });
  const first = commitmentsIn(await read(below));
  const again = protectEventStore(createMemoryEventStore(), keys);
  await again.append(stream, [event], { expected: 'noStream' });
  expect(commitmentsIn(await read(again))).toEqual(first);
});

it('leaves streams that no evidence is given of as they were', async () => {
  await store.append(`person-${personId}`, [rejection()], { expected: 'noStream' });
  expect(await read(below, `person-${personId}`)).not.toHaveProperty(['metadata', COMMITMENTS]);
});

it('writes JSON as RFC 8785 does', () => {
  const value = {
    '\u20ac': 1e21,
    '\r': 0.000001,
    '1': [1e-7, 'é"\u0001'],
    '\ud83d\ude00': null,
    a: { c: 1, b: undefined },
  };
  expect(canonicalJson(value)).toBe(
    '{"\\r":0.000001,"1":[1e-7,"é\\"\\u0001"],"a":{"c":1},"€":1e+21,"😀":null}',
  );
});
