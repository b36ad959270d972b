import type { Certificate } from '../cms/certificate.ts';
import { DerFields, only } from '../cms/der-fields.ts';
import { type DerElement, readDer, TAG } from '../cms/der.ts';
import { OID } from '../cms/object-identifiers.ts';
import { type Extensions, extensionValue, readExtensions, unknownCritical } from './extension.ts';

/** Bits of keyUsage by name (RFC 5280, 4.2.1.3). */
export const KEY_USAGE = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  dataEncipherment: 3,
  keyAgreement: 4,
  keyCertSign: 5,
  cRLSign: 6,
} as const;

export type KeyUsage = keyof typeof KEY_USAGE;

/** Identifiers of the extensions that are read here (RFC 5280, 4.2; RFC 6960, 4.2.2.2.1). */
export const EXTENSION = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  crlDistributionPoints: '2.5.29.31',
  certificatePolicies: '2.5.29.32',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInformation: '1.3.6.1.5.5.7.1.1',
} as const;

/** Those that may be critical: what they say is obeyed. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  EXTENSION.subjectKeyIdentifier,
  EXTENSION.keyUsage,
  EXTENSION.subjectAltName,
  EXTENSION.basicConstraints,
  EXTENSION.crlDistributionPoints,
  EXTENSION.certificatePolicies,
  EXTENSION.authorityKeyIdentifier,
  EXTENSION.extendedKeyUsage,
  OID.ocspNoCheck,
]);

/** What a certificate says about its use. */
export interface CertificateExtensions {
  readonly isAuthority: boolean;
  /** How many authorities may follow below; undefined for any number. */
  readonly pathLength: number | undefined;
  /** Undefined when the certificate does not restrict it. */
  readonly keyUsage: ReadonlySet<number> | undefined;
  readonly extendedKeyUsage: { readonly critical: boolean; readonly purposes: readonly string[] } | undefined;
  readonly subjectKeyId: Uint8Array | undefined;
  readonly authorityKeyId: Uint8Array | undefined;
  /** Identifiers of the certificate policies. */
  readonly policies: readonly string[];
  /** Where an OCSP responder, the issuer's certificate and the CRL are to be had. */
  readonly ocspUrls: readonly string[];
  readonly caIssuersUrls: readonly string[];
  readonly crlUrls: readonly string[];
  /** An OCSP responder's that need not be asked about (RFC 6960, 4.2.2.2.1). */
  readonly ocspNoCheck: boolean;
  /** DER of the Names among the subject's alternative names. */
  readonly directoryNames: readonly Uint8Array[];
  readonly hasNameConstraints: boolean;
  /** Identifiers of critical extensions that are not understood here. */
  readonly unknownCritical: readonly string[];
}

const read = new WeakMap<Certificate, CertificateExtensions>();

/**
 * The extensions of a certificate; read once, then kept with it.
 *
 * @throws DerError when one is not what its definition says
 */
export function certificateExtensions(certificate: Certificate): CertificateExtensions {
  const known = read.get(certificate);
  if (known) return known;
  const extensions = typed(readExtensions(extensionsField(certificate)));
  read.set(certificate, extensions);
  return extensions;
}

/** True when the certificate does not restrict its key to other uses. */
export function allowsKeyUsage(certificate: Certificate, usage: KeyUsage): boolean {
  return certificateExtensions(certificate).keyUsage?.has(KEY_USAGE[usage]) ?? true;
}

function extensionsField(certificate: Certificate): DerElement | undefined {
  const tbs = new DerFields(new DerFields(readDer(certificate.der)).take());
  for (let field = tbs.any(); field; field = tbs.any()) {
    if (field.tag === 0xa3) return only(field).expect(TAG.sequence);
  }
  return undefined;
}

function typed(extensions: Extensions): CertificateExtensions {
  const value = (oid: string): DerElement | undefined => extensionValue(extensions, oid);
  const purposes = value(EXTENSION.extendedKeyUsage)
    ?.children(TAG.sequence)
    .map((purpose) => purpose.oid());
  const access = value(EXTENSION.authorityInformation)?.children(TAG.sequence).map(accessOf) ?? [];
  const urlsOf = (method: string): string[] =>
    access.flatMap(([type, url]) => (type === method && url !== undefined ? [url] : []));
  return {
    ...basicConstraints(value(EXTENSION.basicConstraints)),
    keyUsage: value(EXTENSION.keyUsage)?.setBits(),
    extendedKeyUsage: purposes && {
      critical: extensions.get(EXTENSION.extendedKeyUsage)?.critical ?? false,
      purposes,
    },
    subjectKeyId: value(EXTENSION.subjectKeyIdentifier)?.expect(TAG.octetString).content,
    authorityKeyId: readAuthorityKeyId(value(EXTENSION.authorityKeyIdentifier)),
    policies:
      value(EXTENSION.certificatePolicies)
        ?.children(TAG.sequence)
        .map((policy) => new DerFields(policy).take().oid()) ?? [],
    ocspUrls: urlsOf(OID.ocspAccess),
    caIssuersUrls: urlsOf(OID.caIssuersAccess),
    crlUrls: value(EXTENSION.crlDistributionPoints)?.children(TAG.sequence).flatMap(distributionUrls) ?? [],
    directoryNames: value(EXTENSION.subjectAltName)?.children(TAG.sequence).flatMap(directoryNameOf) ?? [],
    ocspNoCheck: extensions.has(OID.ocspNoCheck),
    hasNameConstraints: extensions.has(EXTENSION.nameConstraints),
    unknownCritical: unknownCritical(extensions, UNDERSTOOD),
  };
}

function basicConstraints(
  value: DerElement | undefined,
): Pick<CertificateExtensions, 'isAuthority' | 'pathLength'> {
  if (!value) return { isAuthority: false, pathLength: undefined };
  const fields = new DerFields(value);
  const isAuthority = fields.optional(TAG.boolean)?.boolean() ?? false;
  const pathLength = fields.optional(TAG.integer)?.smallInteger();
  fields.end();
  return { isAuthority, pathLength };
}

/** keyIdentifier of an AuthorityKeyIdentifier (RFC 5280, 4.2.1.1), which may lack it. */
export function readAuthorityKeyId(value: DerElement | undefined): Uint8Array | undefined {
  return value?.children(TAG.sequence).find(({ tag }) => tag === 0x80)?.content;
}

/** `uniformResourceIdentifier` of a GeneralName. */
const URL_TAG = 0x86;

function accessOf(description: DerElement): [method: string, url: string | undefined] {
  const fields = new DerFields(description);
  const method = fields.take().oid();
  return [method, urlOf(fields.take())];
}

/** URLs of a DistributionPoint's full name (RFC 5280, 4.2.1.13). */
function distributionUrls(point: DerElement): string[] {
  const name = new DerFields(point).optional(0xa0);
  return name ? fullNameUrls(name) : [];
}

/** URLs in a field `[0] DistributionPointName`, when that is a full name. */
export function fullNameUrls(distributionPoint: DerElement): string[] {
  const [choice] = distributionPoint.children();
  if (choice?.tag !== 0xa0) return [];
  return choice.children().flatMap((name) => urlOf(name) ?? []);
}

function directoryNameOf(name: DerElement): Uint8Array[] {
  return name.tag === 0xa4 ? name.children().map(({ encoded }) => encoded) : [];
}

function urlOf(name: DerElement): string | undefined {
  return name.tag === URL_TAG ? Buffer.from(name.content).toString('latin1') : undefined;
}
