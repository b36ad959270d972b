import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';

import type { Certificate } from '../cms/certificate.ts';
import { readCertificate } from '../cms/certificate.ts';
import {
  element,
  nullValue,
  objectIdentifier,
  octetString,
  readDer,
  sequence,
  setOf,
  smallInteger,
  TAG,
  tagged,
  unsignedInteger,
} from '../cms/der.ts';
import { ALGORITHMS, type SignatureAlgorithm } from '../cms/object-identifiers.ts';
import { defaultAlgorithm } from '../seal/seal-signer.ts';

/** The attributes of a distinguished name that are used here, in this order. */
export interface DistinguishedName {
  readonly countryName?: string;
  readonly organizationName?: string;
  readonly organizationalUnitName?: string;
  readonly commonName: string;
}

export interface CertificateRequest {
  readonly subject: DistinguishedName;
  readonly publicKey: KeyObject;
  /** Who signs; the certificate signs itself when left out. */
  readonly issuer?: { readonly certificate: Certificate; readonly privateKey: KeyObject };
  /** The subject's own key, when it signs itself. */
  readonly privateKey?: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** `pathLength` is the number of authorities that may follow. */
  readonly profile:
    | { readonly kind: 'authority'; readonly pathLength: number }
    | { readonly kind: 'document-seal' };
}

const NAME_OIDS: Readonly<Record<keyof DistinguishedName, string>> = {
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  organizationalUnitName: '2.5.4.11',
  commonName: '2.5.4.3',
};

/**
 * Issues an X.509 v3 certificate (RFC 5280): basic constraints, key usage, key identifiers, and for a
 * seal the extended usages of document signing (RFC 9336) and e-mail protection, which verifiers of
 * S/MIME kind ask for.
 */
export function issueCertificate(request: CertificateRequest): Certificate {
  const signingKey = request.issuer?.privateKey ?? request.privateKey;
  if (!signingKey) throw new TypeError('a certificate is signed by an issuer or by its own key');
  const algorithm = defaultAlgorithm(signingKey);
  const identifier = x509AlgorithmIdentifier(algorithm);
  const subject = nameOf(request.subject);
  const tbs = sequence(
    tagged(0, smallInteger(2)),
    unsignedInteger(serialNumber()),
    identifier,
    request.issuer?.certificate.subject ?? subject,
    sequence(time(request.notBefore), time(request.notAfter)),
    subject,
    request.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions(request))),
  );
  const signature = sign(ALGORITHMS[algorithm].digest, tbs, signingKey);
  return readCertificate(sequence(tbs, identifier, element(TAG.bitString, Buffer.of(0), signature)));
}

/** RFC 5280, 4.1.2.2: positive and at most 20 bytes; random, so that none repeats. */
function serialNumber(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  return serial;
}

function x509AlgorithmIdentifier(algorithm: SignatureAlgorithm): Buffer {
  const oid = objectIdentifier(ALGORITHMS[algorithm].signatureOid);
  return ALGORITHMS[algorithm].key === 'rsa' ? sequence(oid, nullValue()) : sequence(oid);
}

function nameOf(name: DistinguishedName): Buffer {
  const parts = (Object.keys(NAME_OIDS) as (keyof DistinguishedName)[]).flatMap((key) => {
    const value = name[key];
    if (value === undefined) return [];
    const tag = key === 'countryName' ? TAG.printableString : TAG.utf8String;
    return [setOf(sequence(objectIdentifier(NAME_OIDS[key]), element(tag, Buffer.from(value, 'utf8'))))];
  });
  return sequence(...parts);
}

/** UTCTime until 2049, GeneralizedTime from then on (RFC 5280, 4.1.2.5). */
function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const early = date.getUTCFullYear() < 2050;
  return element(
    early ? TAG.utcTime : TAG.generalizedTime,
    Buffer.from(`${early ? digits.slice(2) : digits}Z`),
  );
}

function extensions(request: CertificateRequest): Buffer[] {
  const { profile } = request;
  const authority = profile.kind === 'authority';
  const constraints = authority ? sequence(boolean(true), smallInteger(profile.pathLength)) : sequence();
  // Bits from the left: digitalSignature 0, nonRepudiation 1, keyCertSign 5, cRLSign 6.
  const usage = authority ? Buffer.of(1, 0x06) : Buffer.of(6, 0xc0);
  const issuerKey = request.issuer?.certificate.publicKey ?? request.publicKey;
  const found = [
    extension('2.5.29.19', true, constraints),
    extension('2.5.29.15', true, element(TAG.bitString, usage)),
    extension('2.5.29.14', false, octetString(keyIdentifier(request.publicKey))),
    extension('2.5.29.35', false, sequence(element(0x80, keyIdentifier(issuerKey)))),
  ];
  if (!authority) {
    const purposes = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'].map(objectIdentifier);
    found.push(extension('2.5.29.37', false, sequence(...purposes)));
  }
  return found;
}

function extension(oid: string, critical: boolean, value: Uint8Array): Buffer {
  return sequence(objectIdentifier(oid), ...(critical ? [boolean(true)] : []), octetString(value));
}

function boolean(value: boolean): Buffer {
  return element(TAG.boolean, Buffer.of(value ? 0xff : 0));
}

/** RFC 5280, 4.2.1.2, method 1: SHA-1 of the key's bits; an identifier, not a protection. */
function keyIdentifier(key: KeyObject): Buffer {
  const bits = readDer(key.export({ type: 'spki', format: 'der' })).children()[1];
  if (!bits) throw new TypeError('public key without bits');
  return createHash('sha1').update(bits.content.subarray(1)).digest();
}
