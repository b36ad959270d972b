import {
  ERASED,
  handoverOf,
  isHandover,
  personalContentOf,
  streams,
  type PersonalLeaf,
} from '@lacre/contracts';
import type { EventStore, Json, RecordedEvent } from '@lacre/event-store';
import { disclosureOf, pointerOf, saltOf, type KnownKey, type PersonalDataKeys } from '@lacre/personal-data';

import { isOnTimeline, type ProcessRecord } from '../../process/process-record.ts';
import { canonicalEvent, documentRecord, sha256Hex } from './canonical-event.ts';
import { isDisclosed } from './disclosed-fields.ts';

/** Before the first event. */
const CHAIN_START = '0'.repeat(64);

/** What one event adds to the chain: SHA-256 of the text of the two hashes, hexadecimal, one after the other. */
const linkOf = (previous: string, eventSha256: string): string => sha256Hex(previous + eventSha256);

interface ChainedEvent {
  eventId: string;
  revision: number;
  /** Of the canonical event. */
  sha256: string;
  /** The canonical event; null where it is of another document, or how the account keeps order. */
  canonical: string | null;
  /** Personal values that the evidence states: each hashes to the commitment that its event has at its pointer. */
  disclosures: readonly string[];
}

/** Every event of a process up to a moment, each hashed with all before it. */
export interface EventChain {
  head: string;
  events: readonly ChainedEvent[];
  /** What the process says of the document, whose hash stands in the event that created it. */
  document: string;
}

/** A personal value that is not stated, by where its commitment stands. */
export interface Commitment {
  eventId: string;
  pointer: string;
  sha256: string;
}

/** The chain with a way to find commitments in it. */
export interface ReadChain extends EventChain {
  /** Of the last event that commits to such a field of the person; null in logs from before there were commitments. */
  commitmentOf(personId: string, field: string): Commitment | null;
  commitmentAt(eventId: string, pointer: string): Commitment | null;
}

/** The chain of the events that `record` holds, as the evidence of one document states it. */
export async function readEventChain(
  { eventStore, personalDataKeys }: { eventStore: EventStore; personalDataKeys: PersonalDataKeys },
  record: ProcessRecord,
  documentId: string,
): Promise<ReadChain> {
  const document = record.document(documentId);
  if (!document) throw new Error(`process ${record.created.processId} has no document ${documentId}`);
  const stream = streams.process(record.created.processId);
  const people = statedPeople(record, documentId);
  const last = record.entries.at(-1)?.revision ?? -1n;
  const events: ChainedEvent[] = [];
  const commitments: (Commitment & { subject: string })[] = [];
  let head = CHAIN_START;
  for await (const event of eventStore.readStream(stream)) {
    if (event.revision > last) break;
    const { text, sha256, commitments: committed } = canonicalEvent(event);
    head = linkOf(head, sha256);
    const { leaves } = personalContentOf(event);
    for (const { path, subject } of leaves) {
      const pointer = pointerOf(path);
      const commitment = committed[pointer];
      if (commitment !== undefined)
        commitments.push({ subject, eventId: event.id, pointer, sha256: commitment });
    }
    const isWhole = concerns(event, documentId);
    const disclosures = isWhole
      ? await disclosuresOf(stream, event, leaves, committed, { keys: personalDataKeys, people })
      : [];
    const revision = Number(event.revision);
    events.push({ eventId: event.id, revision, sha256, canonical: isWhole ? text : null, disclosures });
  }
  return {
    head,
    events,
    document: documentRecord(document),
    commitmentOf: (personId, field) =>
      stated(
        commitments.findLast(
          ({ subject, pointer }) =>
            subject === personId && pointer.startsWith('/data/') && pointer.endsWith(`/${field}`),
        ),
      ),
    commitmentAt: (eventId, pointer) =>
      stated(commitments.find((one) => one.eventId === eventId && one.pointer === pointer)),
  };
}

const stated = (found: Commitment | undefined): Commitment | null =>
  found === undefined ? null : { eventId: found.eventId, pointer: found.pointer, sha256: found.sha256 };

/** Whether the evidence of a document states the event whole. */
export const concerns = ({ type, data }: RecordedEvent, documentId: string): boolean =>
  isOnTimeline({ type }) && (data['documentId'] === undefined || data['documentId'] === documentId);

/** Every participant of the document, including those replaced, and in whose name they sign. */
export function peopleOf(record: ProcessRecord, documentId: string): ReadonlySet<string> {
  const { created, entries } = record;
  const asked = created.signatures.filter((duty) => duty.documentId === documentId);
  const ids = new Set([...asked, ...record.signaturesOf(documentId)].map(({ personId }) => personId));
  for (const { replaced, participant, signatures } of entries.filter(isHandover).map(handoverOf))
    if (signatures.some((duty) => duty.documentId === documentId))
      for (const { personId } of [replaced, participant]) ids.add(personId);
  const taking = [...record.state.participants, ...record.state.replaced.values()];
  for (const { personId, atRequestOf } of taking)
    if (atRequestOf !== undefined && ids.has(personId)) ids.add(atRequestOf.personId);
  return ids;
}

/** Whose names the evidence of the document states: its people, and the account's users who acted. */
function statedPeople(record: ProcessRecord, documentId: string): ReadonlySet<string> {
  const users = record.entries.flatMap(({ metadata: { actor } }) =>
    actor.kind === 'user' ? [actor.id] : [],
  );
  return new Set([record.created.requester.userId, ...users, ...peopleOf(record, documentId)]);
}

async function disclosuresOf(
  stream: string,
  event: RecordedEvent,
  leaves: readonly PersonalLeaf[],
  committed: Readonly<Record<string, string>>,
  { keys, people }: { keys: PersonalDataKeys; people: ReadonlySet<string> },
): Promise<string[]> {
  const shown = leaves.filter(
    ({ path, subject, value }) =>
      people.has(subject) &&
      value !== ERASED &&
      isDisclosed(path) &&
      committed[pointerOf(path)] !== undefined,
  );
  const known: ReadonlyMap<string, KnownKey> = await keys.forReading(
    new Set(shown.map(({ subject }) => subject)),
  );
  return shown.flatMap(({ path, subject, value }) => {
    const key = known.get(subject);
    if (key === undefined || key === 'erased') return [];
    const pointer = pointerOf(path);
    return [disclosureOf(saltOf(key.commitmentKey(stream), event.id, pointer), pointer, value as Json)];
  });
}
