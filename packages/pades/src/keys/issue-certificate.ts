import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';

import { EXTENSION, KEY_USAGE, type KeyUsage } from '../certificates/certificate-extensions.ts';
import { extension } from '../certificates/extension.ts';
import { signatureAlgorithmIdentifier } from '../cms/build-signed-data.ts';
import type { Certificate } from '../cms/certificate.ts';
import { readCertificate } from '../cms/certificate.ts';
import { x509Time } from '../cms/der-time.ts';
import {
  bitString,
  boolean,
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
import { ALGORITHMS, OID } from '../cms/object-identifiers.ts';
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
    | { readonly kind: 'document-seal' | 'ocsp-responder' | 'time-stamping' };
  /** Where this certificate's issuer and its revocation can be asked about. */
  readonly addresses?: CertificateAddresses;
  /** Identifiers of the certificate policies it is issued under. */
  readonly policies?: readonly string[];
}

interface CertificateAddresses {
  readonly caIssuers?: string;
  readonly ocsp?: string;
  readonly crl?: string;
}

const NAME_OIDS: Readonly<Record<keyof DistinguishedName, string>> = {
  countryName: '2.5.4.6',
  organizationName: '2.5.4.10',
  organizationalUnitName: '2.5.4.11',
  commonName: '2.5.4.3',
};

interface UsageProfile {
  /** Bits of keyUsage. */
  readonly usage: readonly KeyUsage[];
  readonly purposes: readonly string[];
  readonly purposesCritical: boolean;
}

const PROFILES: Readonly<Record<CertificateRequest['profile']['kind'], UsageProfile>> = {
  authority: { usage: ['keyCertSign', 'cRLSign'], purposes: [], purposesCritical: false },
  // RFC 9336, and e-mail protection, which verifiers of S/MIME kind ask for.
  'document-seal': {
    usage: ['digitalSignature', 'nonRepudiation'],
    purposes: [OID.documentSigningPurpose, OID.emailProtectionPurpose],
    purposesCritical: false,
  },
  // RFC 6960, 4.2.2.2.
  'ocsp-responder': {
    usage: ['digitalSignature'],
    purposes: [OID.ocspSigningPurpose],
    purposesCritical: false,
  },
  // RFC 3161, 2.3: the one purpose, and critical.
  'time-stamping': {
    usage: ['digitalSignature', 'nonRepudiation'],
    purposes: [OID.timeStampingPurpose],
    purposesCritical: true,
  },
};

/**
 * Issues an X.509 v3 certificate (RFC 5280): basic constraints, key usage, key identifiers, and what
 * the profile adds.
 */
export function issueCertificate(request: CertificateRequest): Certificate {
  const signingKey = request.issuer?.privateKey ?? request.privateKey;
  if (!signingKey) throw new TypeError('a certificate is signed by an issuer or by its own key');
  const algorithm = defaultAlgorithm(signingKey);
  const identifier = signatureAlgorithmIdentifier(algorithm);
  const subject = nameOf(request.subject);
  const tbs = sequence(
    tagged(0, smallInteger(2)),
    unsignedInteger(serialNumber()),
    identifier,
    request.issuer?.certificate.subject ?? subject,
    sequence(x509Time(request.notBefore), x509Time(request.notAfter)),
    subject,
    request.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions(request))),
  );
  const signature = sign(ALGORITHMS[algorithm].digest, tbs, signingKey);
  return readCertificate(sequence(tbs, identifier, bitString(signature)));
}

/** RFC 5280, 4.1.2.2: positive and at most 20 bytes; random, so that none repeats. */
function serialNumber(): Buffer {
  const serial = randomBytes(16);
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  return serial;
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

function extensions(request: CertificateRequest): Buffer[] {
  const { profile, addresses = {}, policies = [] } = request;
  const { usage, purposes, purposesCritical } = PROFILES[profile.kind];
  const constraints =
    profile.kind === 'authority' ? sequence(boolean(true), smallInteger(profile.pathLength)) : sequence();
  const issuerKey = request.issuer?.certificate.publicKey ?? request.publicKey;
  const found = [
    extension(EXTENSION.basicConstraints, true, constraints),
    extension(EXTENSION.keyUsage, true, usageBits(usage)),
    extension(EXTENSION.subjectKeyIdentifier, false, octetString(keyIdentifier(request.publicKey))),
    extension(EXTENSION.authorityKeyIdentifier, false, sequence(element(0x80, keyIdentifier(issuerKey)))),
  ];
  if (purposes.length > 0) {
    const value = sequence(...purposes.map(objectIdentifier));
    found.push(extension(EXTENSION.extendedKeyUsage, purposesCritical, value));
  }
  if (profile.kind === 'ocsp-responder') found.push(extension(OID.ocspNoCheck, false, nullValue()));
  if (policies.length > 0) {
    const value = sequence(...policies.map((policy) => sequence(objectIdentifier(policy))));
    found.push(extension(EXTENSION.certificatePolicies, false, value));
  }
  return [...found, ...addressExtensions(addresses)];
}

function addressExtensions({ caIssuers, ocsp, crl }: CertificateAddresses): Buffer[] {
  const url = (text: string): Buffer => element(0x86, Buffer.from(text, 'latin1'));
  const access = (
    [
      [OID.ocspAccess, ocsp],
      [OID.caIssuersAccess, caIssuers],
    ] as const
  ).flatMap(([method, text]) => (text === undefined ? [] : [sequence(objectIdentifier(method), url(text))]));
  const found: Buffer[] = [];
  if (access.length > 0) found.push(extension(EXTENSION.authorityInformation, false, sequence(...access)));
  if (crl !== undefined) {
    const point = sequence(tagged(0, tagged(0, url(crl))));
    found.push(extension(EXTENSION.crlDistributionPoints, false, sequence(point)));
  }
  return found;
}

/** Bits from the left, ending with the last that is set (X.690, 11.2.2). */
function usageBits(usage: readonly KeyUsage[]): Buffer {
  const bits = usage.map((name): number => KEY_USAGE[name]);
  const flags = bits.reduce((byte, bit) => byte | (0x80 >> bit), 0);
  return element(TAG.bitString, Buffer.of(7 - Math.max(...bits), flags));
}

/** RFC 5280, 4.2.1.2, method 1: SHA-1 of the key's bits; an identifier, not a protection. */
export function keyIdentifier(key: KeyObject): Buffer {
  const bits = readDer(key.export({ type: 'spki', format: 'der' })).children()[1];
  if (!bits) throw new TypeError('public key without bits');
  return createHash('sha1').update(bits.content.subarray(1)).digest();
}
