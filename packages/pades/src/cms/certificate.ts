import { type KeyObject, X509Certificate } from 'node:crypto';

import { DerFields } from './der-fields.ts';
import { DerError, type DerElement, readDer, TAG } from './der.ts';

/** An X.509 certificate, with the parts that CMS needs in the bytes it has them in. */
export interface Certificate {
  readonly der: Uint8Array;
  readonly x509: X509Certificate;
  /** DER of the issuer's Name. */
  readonly issuer: Uint8Array;
  /** DER of the subject's Name. */
  readonly subject: Uint8Array;
  /** DER of the serial number, an INTEGER. */
  readonly serial: Uint8Array;
  /** DER of the SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Uint8Array;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** The subject's common name, or the whole subject when it has none. */
  readonly commonName: string;
}

/** The certificates read last, by their bytes: the same few turn up in file after file. */
const lately = new Map<string, Certificate>();
const MAX_LATELY = 256;
/** Beyond any certificate in use; such a one is not kept. */
const MAX_KEPT_BYTES = 16_384;

/**
 * Reads a certificate from DER or PEM. The same bytes may give the same object.
 *
 * @throws DerError when it is not strict DER all through, or not a certificate
 */
export function readCertificate(input: Uint8Array | string): Certificate {
  if (typeof input === 'string') return readCertificate(openX509(input).x509.raw);
  if (input.length > MAX_KEPT_BYTES) return takenApart(input);
  const key = Buffer.from(input.buffer, input.byteOffset, input.length).toString('latin1');
  const known = lately.get(key);
  if (known) return known;
  // A copy, lest a whole file stay in memory for a certificate in it.
  const certificate = takenApart(Buffer.from(input));
  lately.set(key, certificate);
  for (const oldest of lately.keys()) {
    if (lately.size <= MAX_LATELY) break;
    lately.delete(oldest);
  }
  return certificate;
}

function takenApart(der: Uint8Array): Certificate {
  const { x509, publicKey } = openX509(der);
  const outer = new DerFields(readDer(der));
  const tbs = new DerFields(outer.take());
  const [outerAlgorithm, signature] = [outer.take(), outer.take()];
  outer.end();
  tbs.explicit(0);
  const [serial, innerAlgorithm, issuer] = [tbs.take(), tbs.take(), tbs.take()];
  // The validity, which OpenSSL has read.
  tbs.take();
  const [subject, publicKeyInfo] = [tbs.take(), tbs.take()];
  checkOuterParts(outerAlgorithm, innerAlgorithm, signature);
  serial.integer();
  return {
    der,
    x509,
    issuer: issuer.expect(TAG.sequence).encoded,
    subject: subject.expect(TAG.sequence).encoded,
    serial: serial.encoded,
    publicKeyInfo: publicKeyInfo.encoded,
    publicKey,
    notBefore: x509.validFromDate,
    notAfter: x509.validToDate,
    commonName: commonNameIn(x509.subject),
  };
}

function commonNameIn(name: string): string {
  return /^CN=(.*)$/m.exec(name)?.[1] ?? name;
}

/** Who issued a certificate, as it says itself: the common name, or the whole name when there is none. */
export function issuerName({ x509 }: Certificate): string {
  return commonNameIn(x509.issuer);
}

function openX509(input: Uint8Array | string): { x509: X509Certificate; publicKey: KeyObject } {
  try {
    const x509 = new X509Certificate(input);
    // The key is decoded when first asked for, and that may fail too.
    return { x509, publicKey: x509.publicKey };
  } catch {
    throw new DerError('not an X.509 certificate with a usable key');
  }
}

/** RFC 5280, 4.1.1.2: what the issuer's signature does not cover must repeat what it covers. */
function checkOuterParts(outer: DerElement, inner: DerElement, signature: DerElement): void {
  if (Buffer.compare(outer.encoded, inner.encoded) !== 0) throw new DerError('signature algorithms differ');
  if (signature.expect(TAG.bitString).content[0] !== 0) throw new DerError('signature is not whole bytes');
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

const issued = new WeakMap<Certificate, WeakMap<Certificate, boolean>>();

/** True when `issuer` is named by, and verifies, `certificate`. Each pair is verified once. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  if (!sameBytes(certificate.issuer, issuer.subject)) return false;
  const answers = issued.get(certificate) ?? new WeakMap<Certificate, boolean>();
  issued.set(certificate, answers);
  const answer = answers.get(issuer) ?? verifies(certificate, issuer);
  answers.set(issuer, answer);
  return answer;
}

function verifies(certificate: Certificate, issuer: Certificate): boolean {
  try {
    return certificate.x509.verify(issuer.publicKey);
  } catch {
    // OpenSSL throws for a key of another kind than the signature's.
    return false;
  }
}
