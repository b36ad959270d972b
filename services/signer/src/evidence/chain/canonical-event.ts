import { createHash } from 'node:crypto';

import { personalContentOf, type ProcessDocument } from '@lacre/contracts';
import type { Json, JsonObject, RecordedEvent } from '@lacre/event-store';
import { canonicalJson, COMMITMENTS, pointerOf } from '@lacre/personal-data';

/**
 * An event of a process as it is hashed. Personal values are left out, and stand as salted commitments beside it: the
 * hash is the same before and after an erasure, and discloses nothing. The documents of a process stand as
 * hashes of what is said of them, so that the evidence of one does not name the others.
 */
export interface CanonicalEvent {
  /** JSON by RFC 8785. */
  text: string;
  /** Of the text, hexadecimal. */
  sha256: string;
  commitments: Readonly<Record<string, string>>;
}

export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What evidence states of a document, hashed into the event that created its process. */
export const documentRecord = (document: ProcessDocument): string => canonicalJson(document);

/** Of an event's metadata, what it says of the act; the rest is how the platform keeps requests apart. */
const STATED_METADATA = ['occurredAt', 'schemaVersion', 'tenantId', 'actor', 'client'] as const;

export function canonicalEvent(event: RecordedEvent): CanonicalEvent {
  const { id, type, revision, data, metadata } = event;
  const commitments = (metadata[COMMITMENTS] ?? {}) as Record<string, string>;
  const leaves = personalContentOf({ type, data, metadata }).leaves.map(({ path }) => pointerOf(path));
  const hidden = new Set([...leaves, ...Object.keys(commitments)]);
  const stated = Object.fromEntries(
    STATED_METADATA.flatMap((name) => (name in metadata ? [[name, metadata[name]]] : [])),
  );
  const whole = {
    eventId: id,
    type,
    revision: Number(revision),
    data: withHashedDocuments(type, data),
    metadata: stated,
  } as JsonObject;
  const text = canonicalJson({ ...(without(whole, '', hidden) as JsonObject), commitments });
  return { text, sha256: sha256Hex(text), commitments };
}

function withHashedDocuments(type: string, data: JsonObject): JsonObject {
  if (type !== 'ProcessCreated') return data;
  const documents = (data['documents'] ?? []) as readonly JsonObject[];
  return { ...data, documents: documents.map((document) => sha256Hex(canonicalJson(document))) };
}

/** The value without what the pointers lead to: members are left out, items of a list become null. */
function without(value: Json | undefined, at: string, hidden: ReadonlySet<string>): Json {
  if (value === null || value === undefined || typeof value !== 'object') return value ?? null;
  if (Array.isArray(value))
    return value.map((item: Json, index) =>
      hidden.has(`${at}/${index}`) ? null : without(item, `${at}/${index}`, hidden),
    );
  const kept: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value as JsonObject)) {
    const pointer = `${at}${pointerOf([name])}`;
    if (member !== undefined && !hidden.has(pointer)) kept[name] = without(member, pointer, hidden);
  }
  return kept;
}
