import { createHash, createHmac } from 'node:crypto';

import type { PersonalLeaf } from '@lacre/contracts';
import type { Json, NewEvent } from '@lacre/event-store';

import { canonicalJson } from './canonical-json.ts';
import type { Path } from './json-path.ts';
import type { KnownKey } from './port.ts';

/**
 * Salted commitments to the personal values of an event, in the manner of SD-JWT (RFC 9901). They stand in the log in
 * plain and survive an erasure: a hash over them stays what it was. Their salts derive from the key of the person the
 * value is about, so that destroying the key forgets the salts too, and what is left says nothing of the value.
 */

/** Where an event's metadata holds them: by JSON Pointer (RFC 6901) from the event. */
export const COMMITMENTS = 'commitments';
/** Of a salt: 128 bits, the least that RFC 9901, 9.3 recommends. */
const SALT_BYTES = 16;

/** Streams whose events carry commitments: those that evidence is given of. */
export const isCommitted = (stream: string): boolean => stream.startsWith('process-');

/** `/data/participants/0/name` */
export const pointerOf = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * @param key of the person in this stream, as `SubjectKey.commitmentKey` gives it
 * @returns hexadecimal
 */
export const saltOf = (key: Uint8Array, eventId: string, pointer: string): string =>
  createHmac('sha256', key).update(`${eventId}${pointer}`).digest().subarray(0, SALT_BYTES).toString('hex');

/** What is hashed to commit to a value: given away, it discloses it. */
export const disclosureOf = (salt: string, pointer: string, value: Json): string =>
  canonicalJson([salt, pointer, value]);

/** SHA-256 of a disclosure, hexadecimal. */
export const commitmentTo = (disclosure: string): string =>
  createHash('sha256').update(disclosure).digest('hex');

/** Commitments to what an event says of people; nothing of those who are erased, whose values are not kept either. */
export function commitmentsOf(
  stream: string,
  { id }: Pick<NewEvent, 'id'>,
  leaves: readonly PersonalLeaf[],
  keys: ReadonlyMap<string, KnownKey>,
): Record<string, string> {
  const commitments: Record<string, string> = {};
  for (const { path, value, subject } of leaves) {
    const key = keys.get(subject);
    if (key === undefined || key === 'erased') continue;
    const pointer = pointerOf(path);
    const salt = saltOf(key.commitmentKey(stream), id, pointer);
    commitments[pointer] = commitmentTo(disclosureOf(salt, pointer, value as Json));
  }
  return commitments;
}
