import { ERASED, type PersonalLeaf } from '@lacre/contracts';
import type { EventMetadata, Json, JsonObject, NewEvent, RecordedEvent } from '@lacre/event-store';

import { COMMITMENTS, commitmentsOf, isCommitted } from './commitments.ts';
import { PersonalDataDamaged } from './errors.ts';
import { copyOf, put, type Path } from './json-path.ts';
import type { Marking } from './marking.ts';
import type { KnownKey } from './port.ts';

/** Where an event's metadata holds its boxes. */
export const BOXES = 'personalData';
const VERSION = 1;

/**
 * How an event with personal data stands in the log: with `ERASED` wherever it is personal, as if all of it were erased
 * already, and beside it one box for each person, encrypted with their key, with their values and where they belong.
 * Null for a person who was erased before the event: nothing of theirs was written.
 */
interface Boxes extends JsonObject {
  readonly v: typeof VERSION;
  readonly of: { readonly [subject: string]: string | null };
}

type Contents = readonly (readonly [Path, Json])[];
type Sealed = Pick<NewEvent, 'id' | 'type'>;

/** Ties a box to its person, event and stream, and to the boxes beside it: none can be moved, swapped or taken away. */
const associated = (
  stream: string,
  { id, type }: Sealed,
  subjects: readonly string[],
  subject: string,
): Buffer => Buffer.from(JSON.stringify([VERSION, stream, id, type, subject, ...subjects.toSorted()]));

/** The event as the log will hold it. @param keys of every subject */
export function sealEvent(
  stream: string,
  event: NewEvent,
  leaves: readonly PersonalLeaf[],
  keys: ReadonlyMap<string, KnownKey>,
): NewEvent {
  if (leaves.length === 0) return event;
  const sealed = { data: copyOf(event.data), metadata: copyOf(event.metadata) } as {
    data: JsonObject;
    metadata: EventMetadata;
  };
  const contents = new Map<string, [Path, Json][]>();
  for (const { path, value, subject, erased } of leaves) {
    put(sealed, path, erased === 'text' ? ERASED : undefined);
    const own = contents.get(subject) ?? [];
    own.push([path, value as Json]);
    contents.set(subject, own);
  }
  const subjects = [...contents.keys()];
  const of: Record<string, string | null> = {};
  for (const [subject, own] of contents) {
    const key = keys.get(subject);
    if (key === undefined) throw new Error(`no key was prepared for ${subject}`);
    of[subject] =
      key === 'erased'
        ? null
        : key.seal(JSON.stringify(own), associated(stream, event, subjects, subject)).toString('base64');
  }
  const boxes: Boxes = { v: VERSION, of };
  const commitments = isCommitted(stream)
    ? { [COMMITMENTS]: commitmentsOf(stream, event, leaves, keys) }
    : {};
  const metadata = { ...sealed.metadata, ...commitments, [BOXES]: boxes };
  return { ...event, data: sealed.data, metadata };
}

/** Whose keys are needed to read the event. */
export function subjectsIn({ metadata }: RecordedEvent): readonly string[] {
  const boxes = metadata[BOXES] as Boxes | undefined;
  return boxes === undefined ? [] : Object.keys(boxes.of ?? {});
}

/**
 * The event as it was appended, with `ERASED` for erased subjects. Changes and returns the one given, which is the
 * reader's own.
 *
 * @throws PersonalDataDamaged
 */
export function openEvent(
  event: RecordedEvent,
  keyOf: (subject: string) => KnownKey | undefined,
  marking: Marking,
  isErased: (subject: string) => boolean,
): RecordedEvent {
  const boxes = event.metadata[BOXES] as Boxes | undefined;
  if (boxes === undefined) return hidden(event, marking, isErased);
  if (boxes.v !== VERSION || typeof boxes.of !== 'object')
    throw new PersonalDataDamaged(event, 'its boxes are of no known form');
  const subjects = Object.keys(boxes.of);
  delete (event.metadata as Record<string, unknown>)[BOXES];
  for (const subject of subjects) {
    const key = keyOf(subject);
    if (key === undefined) throw new PersonalDataDamaged(event, `the key of ${subject} is lost`);
    if (key === 'erased') continue;
    const contents = contentsOf(
      event,
      boxes.of[subject] ?? null,
      key,
      associated(event.stream, event, subjects, subject),
    );
    restore(event, contents);
  }
  return event;
}

function restore(event: RecordedEvent, contents: Contents): void {
  try {
    for (const [path, value] of contents) put(event, path, value);
  } catch {
    throw new PersonalDataDamaged(event, 'the place of a value is gone');
  }
}

function contentsOf(
  event: RecordedEvent,
  box: string | null,
  key: Exclude<KnownKey, 'erased'>,
  place: Buffer,
): Contents {
  if (box === null) throw new PersonalDataDamaged(event, 'a box is missing');
  try {
    return JSON.parse(key.open(Buffer.from(box, 'base64'), place)) as Contents;
  } catch {
    throw new PersonalDataDamaged(event, 'a box does not open');
  }
}

/**
 * An event without boxes: it has nothing personal, or is from before there were any, and reads as it is, but for
 * subjects erased since. The words of `ERASED` without a box can only come from one that was taken away.
 */
function hidden(
  event: RecordedEvent,
  marking: Marking,
  isErased: (subject: string) => boolean,
): RecordedEvent {
  for (const { path, value, subject, erased } of leavesOf(event, marking)) {
    if (value === ERASED) throw new PersonalDataDamaged(event, 'its boxes are missing');
    if (isErased(subject)) put(event, path, erased === 'text' ? ERASED : undefined);
  }
  return event;
}

/** An event of ours has the form of its type; one that has not cannot be searched for what is personal. */
function leavesOf(event: RecordedEvent, marking: Marking): readonly PersonalLeaf[] {
  try {
    return marking.contentOf(event).leaves;
  } catch {
    throw new PersonalDataDamaged(event, 'it does not have the form of its type');
  }
}
