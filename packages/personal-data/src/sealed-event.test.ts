import { randomUUID } from 'node:crypto';

import { ERASED } from '@lacre/contracts';
import type { Json, JsonObject, NewEvent, Position, RecordedEvent } from '@lacre/event-store';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { PersonalDataDamaged } from './errors.ts';
import { copyOf } from './json-path.ts';
import type { KnownKey } from './port.ts';
import { BOXES, openEvent, sealEvent } from './sealed-event.ts';
import { SubjectKey } from './subject-key.ts';
import { markEverything, TEST_SUBJECTS } from './testing/index.ts';

const STREAM = 'test-1';
const keys = new Map<string, KnownKey>(
  TEST_SUBJECTS.map((subject, n) => [subject, new SubjectKey(Buffer.alloc(32, n + 1))]),
);
const withoutKeyOf = (erased: string): Map<string, KnownKey> => new Map(keys).set(erased, 'erased');

const newEvent = (data: JsonObject): NewEvent => ({
  id: randomUUID(),
  type: 'Test',
  data,
  metadata: { occurredAt: '2026-01-02T03:04:05.678Z', correlationId: 'x', schemaVersion: 1 },
});
const sealed = (event: NewEvent, by: ReadonlyMap<string, KnownKey> = keys): NewEvent =>
  sealEvent(STREAM, event, markEverything.contentOf(event).leaves, by);
const recorded = (event: NewEvent, stream = STREAM): RecordedEvent => ({
  id: event.id,
  type: event.type,
  data: JSON.parse(JSON.stringify(event.data)) as JsonObject,
  metadata: JSON.parse(JSON.stringify(event.metadata)) as NewEvent['metadata'],
  stream,
  revision: 0n,
  position: '1' as Position,
  recordedAt: '2026-01-02T03:04:05.678Z',
});
const opened = (event: RecordedEvent, by: ReadonlyMap<string, KnownKey> = keys) =>
  openEvent(
    event,
    (subject) => by.get(subject),
    markEverything,
    (subject) => by.get(subject) === 'erased',
  );

interface BoxesInLog {
  v: number;
  of: Record<string, string | null>;
}
const boxesOf = ({ metadata }: RecordedEvent) => metadata[BOXES] as unknown as BoxesInLog;

const jsonData = fc
  .dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<Json>, { maxKeys: 8 })
  // Only what JSON reads back as it was.
  .map((data) => JSON.parse(JSON.stringify(data)) as JsonObject);

describe('an event in the log', () => {
  it('is named when it has not the form of its type', () => {
    const marking = {
      ...markEverything,
      contentOf: () => {
        throw new Error('x names no subject');
      },
    };
    const read = () =>
      openEvent(
        recorded(newEvent({ x: 1 })),
        () => undefined,
        marking,
        () => false,
      );
    expect(read).toThrow(PersonalDataDamaged);
    expect(read).toThrow(`${STREAM}/0 is damaged: it does not have the form of its type`);
  });

  it('is itself again when it is read, whatever it holds', () => {
    fc.assert(
      fc.property(jsonData, (data) => {
        const event = newEvent(data);
        const read = opened(recorded(sealed(event)));
        expect(read.data).toEqual(data);
        expect(read.metadata).toEqual(event.metadata);
        expect(event.data).toEqual(data);
      }),
      { numRuns: 500 },
    );
  });

  it('holds none of its text in plain', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{12,30}$/), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, (texts) => {
        const inLog = JSON.stringify(sealed(newEvent({ texts, deep: [{ texts }] })));
        for (const text of texts) expect(inLog).not.toContain(text);
      }),
    );
  });

  it('is the same to the byte when it is appended again, and its boxes differ wherever it differs', () => {
    const event = newEvent({ a: 'Ana', b: 'Rui' });
    expect(sealed(event)).toEqual(sealed(event));
    const boxes = [
      sealed(event),
      sealed({ ...event, data: { a: 'Ana', b: 'Eva' } }),
      sealed(newEvent(event.data)),
    ]
      .flatMap((each) => Object.values(boxesOf(recorded(each)).of))
      .map((box) => box?.slice(0, 16));
    const same = boxes.length - new Set(boxes).size;
    // Of those of the second event only the one that did not change is the first event's.
    expect(same).toBeLessThanOrEqual(1);
  });

  it('marks values of an erased subject, and decrypts those of the others', () => {
    const data = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field${n}`, `value ${n}`]));
    const [gone] = TEST_SUBJECTS;
    const event = newEvent(data);
    const { data: read } = opened(recorded(sealed(event)), withoutKeyOf(gone));
    for (const { path, subject, value } of markEverything.contentOf(event).leaves)
      expect(read[String(path[1])]).toBe(subject === gone ? ERASED : value);
    expect(Object.values(read)).toContain(ERASED);
  });

  it('holds nothing of a subject erased before it was written', () => {
    const [gone] = TEST_SUBJECTS;
    const event = newEvent(
      Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field${n}`, `value ${n}`])),
    );
    const inLog = recorded(sealed(event, withoutKeyOf(gone)));
    expect(boxesOf(inLog).of[gone]).toBeNull();
    expect(() => opened(recorded(inLog), keys)).toThrow(PersonalDataDamaged);
    const { data: read } = opened(inLog, withoutKeyOf(gone));
    for (const { path, subject, value } of markEverything.contentOf(event).leaves)
      expect(read[String(path[1])]).toBe(subject === gone ? ERASED : value);
  });

  it('reads in clear when it is from before encryption, except for subjects erased since', () => {
    const event = newEvent({ a: 'Ana', b: 'Rui', c: 'Eva', d: 'Leo' });
    expect(opened(recorded(event)).data).toEqual(event.data);
    const [gone] = TEST_SUBJECTS;
    const { data } = opened(recorded(event), withoutKeyOf(gone));
    for (const { path, subject, value } of markEverything.contentOf(event).leaves)
      expect(data[String(path[1])]).toBe(subject === gone ? ERASED : value);
  });
});

describe('damage is seen, never taken for an erasure', () => {
  const event = newEvent(
    Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`field${n}`, { in: `value ${n}` }])),
  );
  const [first, second] = TEST_SUBJECTS;
  const damaged = (change: (event: RecordedEvent, boxes: BoxesInLog) => void) => () => {
    const inLog = recorded(sealed(event));
    change(inLog, boxesOf(inLog));
    return opened(inLog);
  };

  it('of any bit of any box', () => {
    for (const [subject, whole] of Object.entries(boxesOf(recorded(sealed(event))).of)) {
      for (let bit = 0; bit < Buffer.from(whole ?? '', 'base64').length * 8; bit++) {
        const flip = damaged((_, { of }) => {
          const box = Buffer.from(of[subject]!, 'base64');
          box[bit >> 3]! ^= 1 << (bit & 7);
          of[subject] = box.toString('base64');
        });
        expect(flip).toThrow(PersonalDataDamaged);
      }
    }
  });

  it.each<[string, (event: RecordedEvent, boxes: BoxesInLog) => void]>([
    ['boxes of two people swapped', (_, { of }) => ([of[first], of[second]] = [of[second]!, of[first]!])],
    ['a box taken away', (_, { of }) => void delete of[first]],
    ['all boxes taken away', ({ metadata }) => void delete (metadata as Record<string, unknown>)[BOXES]],
    ['a box emptied', (_, { of }) => void (of[first] = '')],
    ['a box marked as of an erased subject', (_, { of }) => void (of[first] = null)],
    ['an event moved to another stream', (each) => void (each.stream = 'test-2')],
    ['an event under another id', (each) => void (each.id = randomUUID())],
    ['an event of another type', (each) => void (each.type = 'Other')],
    [
      'a box of another event',
      (each, { of }) => {
        const other = boxesOf(recorded(sealed({ ...event, id: randomUUID() })));
        of[first] = other.of[first]!;
        each.revision = 1n;
      },
    ],
    ['the place of a value taken away', (each) => void ((each as { data: JsonObject }).data = {})],
    ['boxes of an unknown form', (_, boxes) => void (boxes.v = 2)],
  ])('by %s', (_name, change) => {
    expect(damaged(change)).toThrow(PersonalDataDamaged);
  });

  it('by a key that is lost', () => {
    const some = new Map(keys);
    some.delete(first);
    expect(() => opened(recorded(sealed(event)), some)).toThrow(PersonalDataDamaged);
  });

  it('and its error discloses no content', () => {
    const fails = damaged((_, { of }) => ([of[first], of[second]] = [of[second]!, of[first]!]));
    expect(fails).not.toThrow(/value/);
  });
});

it('copies everything JSON can say', () => {
  fc.assert(
    fc.property(jsonData, (data) => {
      expect(copyOf(data)).toEqual(data);
    }),
  );
});
