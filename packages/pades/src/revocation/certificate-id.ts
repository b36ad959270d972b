import { createHash } from 'node:crypto';

import { serialNumberText } from '../certificates/serial-number.ts';
import { readDigestAlgorithm } from '../cms/algorithm-identifier.ts';
import { type Certificate, sameBytes } from '../cms/certificate.ts';
import { DerFields } from '../cms/der-fields.ts';
import {
  type DerElement,
  nullValue,
  objectIdentifier,
  octetString,
  readDer,
  sequence,
  TAG,
} from '../cms/der.ts';
import { type DigestName, OID } from '../cms/object-identifiers.ts';

/** CertID: a certificate by its issuer's name and key, hashed, and its serial number (RFC 6960, 4.1.1). */
export interface CertificateId {
  /** Undefined for a digest that is not SHA-1 or SHA-2. */
  readonly digest: DigestName | 'sha1' | undefined;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  /** Hexadecimal, see `serialNumberOf`. */
  readonly serial: string;
  /** DER of the whole. */
  readonly der: Uint8Array;
}

/** SHA-1 only names the issuer here; nothing rests on its strength (RFC 6960, 4.3). */
export function certificateId(
  certificate: Certificate,
  issuer: Certificate,
  digest: 'sha1' | 'sha256',
): Buffer {
  const hash = (bytes: Uint8Array): Buffer => octetString(createHash(digest).update(bytes).digest());
  // RFC 5754, 2 leaves the parameters out; for SHA-1 they are NULL by custom, and some responders insist.
  const identifier = sequence(objectIdentifier(OID[digest]), ...(digest === 'sha1' ? [nullValue()] : []));
  return sequence(identifier, hash(certificate.issuer), hash(keyBits(issuer)), certificate.serial);
}

/** @throws DerError */
export function readCertificateId(element: DerElement): CertificateId {
  const fields = new DerFields(element);
  const digest = readDigestAlgorithm(fields.take());
  const issuerNameHash = fields.take(TAG.octetString).content;
  const issuerKeyHash = fields.take(TAG.octetString).content;
  const serial = serialNumberText(fields.take().integer());
  fields.end();
  return { digest, issuerNameHash, issuerKeyHash, serial, der: element.encoded };
}

/** True when the id names some certificate of `issuer`, whose Name is `issuerName` where it is used. */
export function isIdOfIssuer(id: CertificateId, issuer: Certificate, issuerName = issuer.subject): boolean {
  const { digest } = id;
  if (!digest) return false;
  const hash = (bytes: Uint8Array): Uint8Array => createHash(digest).update(bytes).digest();
  return sameBytes(id.issuerNameHash, hash(issuerName)) && sameBytes(id.issuerKeyHash, hash(keyBits(issuer)));
}

/** The public key's BIT STRING without tag, length and unused bits: what identifiers of keys are made of. */
export function keyBits(certificate: Certificate): Uint8Array {
  const spki = new DerFields(readDer(certificate.publicKeyInfo));
  spki.take();
  return spki.take().wholeBytes();
}
