import { type Extensions, readExtensions } from '../certificates/extension.ts';
import { DIGEST_BYTES, readDigestAlgorithm } from '../cms/algorithm-identifier.ts';
import { DerFields } from '../cms/der-fields.ts';
import {
  boolean,
  DerError,
  type DerElement,
  objectIdentifier,
  octetString,
  readDer,
  sequence,
  smallInteger,
  TAG,
  unsignedInteger,
} from '../cms/der.ts';
import { type DigestName, OID } from '../cms/object-identifiers.ts';
import { readingTimeStamp } from './time-stamp-error.ts';

export interface TimeStampQuery {
  /** Digest of what is to be stamped. */
  readonly imprint: Uint8Array;
  readonly digest: DigestName;
  /** Random bytes, taken as an unsigned number, that tie the response to this request. */
  readonly nonce?: Uint8Array;
  /** Identifier of the policy wanted; the authority's own choice when left out. */
  readonly policy?: string;
  /** Whether the token shall carry the authority's certificate. */
  readonly certReq: boolean;
}

/** A request taken apart. */
export interface TimeStampRequest {
  readonly imprint: Uint8Array;
  /** Undefined for a digest that is not SHA-1 or SHA-2. */
  readonly digest: DigestName | 'sha1' | undefined;
  /** DER of the messageImprint, which the token repeats. */
  readonly messageImprint: Uint8Array;
  readonly policy: string | undefined;
  /** DER of the INTEGER. */
  readonly nonce: Uint8Array | undefined;
  readonly certReq: boolean;
  readonly extensions: Extensions;
}

/**
 * TimeStampReq (RFC 3161, 2.4.1).
 *
 * @throws TypeError when the imprint is not as long as the digest is
 */
export function timeStampRequest(query: TimeStampQuery): Buffer {
  const { imprint, digest, nonce, policy, certReq } = query;
  if (imprint.length !== DIGEST_BYTES[digest]) {
    throw new TypeError(`imprint of ${imprint.length} bytes for ${digest}`);
  }
  return sequence(
    smallInteger(1),
    sequence(sequence(objectIdentifier(OID[digest])), octetString(imprint)),
    ...(policy ? [objectIdentifier(policy)] : []),
    ...(nonce ? [unsignedInteger(nonce)] : []),
    // FALSE is the default, which DER leaves out.
    ...(certReq ? [boolean(true)] : []),
  );
}

/**
 * Takes a TimeStampReq apart.
 *
 * @throws TimeStampError `malformed`
 */
export function readTimeStampRequest(der: Uint8Array): TimeStampRequest {
  return readingTimeStamp(() => {
    const fields = new DerFields(readDer(der));
    if (fields.take().smallInteger() !== 1) throw new DerError('version is not 1');
    const messageImprint = fields.take();
    const policy = fields.optional(TAG.oid)?.oid();
    const nonce = fields.optional(TAG.integer);
    nonce?.integer();
    const certReq = fields.optional(TAG.boolean)?.boolean() ?? false;
    const extensions = readExtensions(fields.optional(0xa0));
    fields.end();
    return {
      ...readMessageImprint(messageImprint),
      messageImprint: messageImprint.encoded,
      policy,
      nonce: nonce?.encoded,
      certReq,
      extensions,
    };
  });
}

/** MessageImprint: a digest's name and value, whose length must be the digest's. */
export function readMessageImprint(element: DerElement): Pick<TimeStampRequest, 'digest' | 'imprint'> {
  const fields = new DerFields(element);
  const digest = readDigestAlgorithm(fields.take());
  const imprint = fields.take(TAG.octetString).content;
  fields.end();
  if (digest && imprint.length !== DIGEST_BYTES[digest]) throw new DerError('imprint of a wrong length');
  return { digest, imprint };
}
