import { DerError, readDer, TAG } from '../cms/der.ts';
import { type DigestName, OID } from '../cms/object-identifiers.ts';
import { SealRefusedError } from './seal-refused-error.ts';

/** What a token stamps: a digest and its algorithm. */
export interface Imprint {
  readonly digest: DigestName;
  readonly value: Uint8Array;
}

/** Reads what a token stamps (RFC 3161, 2.4.2); its signature is not looked at. */
function readImprint(token: Uint8Array): Imprint {
  const [, wrapped] = readDer(token).children(TAG.sequence);
  const [signedData] = wrapped?.children(0xa0) ?? [];
  const encapsulated = signedData?.children(TAG.sequence)[2]?.children(TAG.sequence);
  const [content] = encapsulated?.[1]?.children(0xa0) ?? [];
  if (!content) throw new DerError('token without content');
  const [, , imprint] = readDer(content.expect(TAG.octetString).content).children(TAG.sequence);
  const [algorithm, value] = imprint?.children(TAG.sequence) ?? [];
  const oid = algorithm?.children(TAG.sequence)[0]?.oid();
  const digest = (['sha256', 'sha384', 'sha512'] as const).find((name) => OID[name] === oid);
  if (!digest || !value) throw new DerError('imprint by another digest than SHA-2');
  return { digest, value: value.expect(TAG.octetString).content };
}

/**
 * Checks that a token stamps what it is meant to.
 *
 * @param digestOf what is to be stamped, by each digest
 * @throws SealRefusedError `time-stamp-unreadable`, `time-stamp-mismatch`
 */
export function checkTimeStamp(
  token: Uint8Array,
  digestOf: (digest: DigestName) => Uint8Array | undefined,
): void {
  let imprint: Imprint;
  try {
    imprint = readImprint(token);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    throw new SealRefusedError('time-stamp-unreadable', error.message);
  }
  const wanted = digestOf(imprint.digest);
  if (!wanted || Buffer.compare(wanted, imprint.value) !== 0) {
    throw new SealRefusedError('time-stamp-mismatch', `the token stamps another ${imprint.digest}`);
  }
}
