import { EXTENSION, fullNameUrls, readAuthorityKeyId } from '../certificates/certificate-extensions.ts';
import {
  type Extensions,
  extensionValue,
  readExtensions,
  unknownCritical,
} from '../certificates/extension.ts';
import { serialNumberText } from '../certificates/serial-number.ts';
import { DerFields } from '../cms/der-fields.ts';
import { readX509Time } from '../cms/der-time.ts';
import { DerError, type DerElement, readDer, TAG } from '../cms/der.ts';
import { checkRepeatedAlgorithm, readSigned, type SignedStructure } from '../cms/signed-structure.ts';
import { readReason, type Revocation, type UpdateTimes } from './certificate-status.ts';
import { readingRevocation, RevocationError } from './revocation-error.ts';

/** Extensions of CRLs and of their entries (RFC 5280, 5.2 and 5.3). */
export const CRL_EXTENSION = {
  number: '2.5.29.20',
  deltaIndicator: '2.5.29.27',
  issuingDistributionPoint: '2.5.29.28',
  reasonCode: '2.5.29.21',
  invalidityDate: '2.5.29.24',
} as const;

/** Which certificates a CRL is about, when that is not all of its issuer's (RFC 5280, 5.2.5). */
export interface CrlScope {
  readonly urls: readonly string[];
  readonly hasDistributionPoint: boolean;
  readonly onlyUserCertificates: boolean;
  readonly onlyAuthorityCertificates: boolean;
  /** Attribute certificates only, some reasons only, or several issuers: not supported here. */
  readonly unsupported: boolean;
}

/** A CRL taken apart. Nothing in it is believed before {@link verifyCrl}. */
export interface Crl extends UpdateTimes {
  readonly der: Uint8Array;
  /** DER of the issuer's Name. */
  readonly issuer: Uint8Array;
  readonly number: bigint | undefined;
  readonly authorityKeyId: Uint8Array | undefined;
  readonly scope: CrlScope | undefined;
  readonly extensions: Extensions;
  /** Revoked certificates by serial number, see `serialNumberOf`. */
  readonly revoked: ReadonlyMap<string, Revocation>;
  readonly signed: SignedStructure;
}

const KNOWN_OF_ENTRY: ReadonlySet<string> = new Set([CRL_EXTENSION.reasonCode, CRL_EXTENSION.invalidityDate]);

/**
 * Takes a CertificateList apart (RFC 5280, 5.1), all its entries included.
 *
 * @throws RevocationError `malformed`, `critical-extension-unknown` for that of an entry
 */
export function readCrl(der: Uint8Array): Crl {
  return readingRevocation(() => {
    const signed = readSigned(readDer(der));
    signed.rest.end();
    const fields = new DerFields(signed.toBeSigned);
    const version = fields.optional(TAG.integer)?.smallInteger() ?? 0;
    checkRepeatedAlgorithm(signed, fields.take());
    const issuer = fields.take(TAG.sequence).encoded;
    const thisUpdate = readX509Time(fields.take());
    const next = fields.optional(TAG.utcTime) ?? fields.optional(TAG.generalizedTime);
    const entries = fields.optional(TAG.sequence);
    const list = fields.explicit(0);
    fields.end();
    if (version > 1 || (version === 0 && list)) throw new DerError('version does not fit');
    const extensions = readExtensions(list);
    const scope = extensionValue(extensions, CRL_EXTENSION.issuingDistributionPoint);
    return {
      der,
      issuer,
      thisUpdate,
      nextUpdate: next && readX509Time(next),
      number: crlNumberOf(extensionValue(extensions, CRL_EXTENSION.number)),
      authorityKeyId: readAuthorityKeyId(extensionValue(extensions, EXTENSION.authorityKeyIdentifier)),
      scope: scope && readScope(scope),
      extensions,
      revoked: readEntries(entries),
      signed,
    };
  });
}

function crlNumberOf(value: DerElement | undefined): bigint | undefined {
  const bytes = value?.unsignedInteger();
  // RFC 5280, 5.2.3.
  if (bytes && bytes.length > 20) throw new DerError('CRL number is too long');
  return bytes && BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

function readScope(value: DerElement): CrlScope {
  const fields = new DerFields(value);
  const point = fields.optional(0xa0);
  const flag = (tag: number): boolean => {
    const field = fields.optional(tag);
    if (field && field.content.length !== 1) throw new DerError('broken boolean');
    return field !== undefined && field.content[0] !== 0;
  };
  const onlyUserCertificates = flag(0x81);
  const onlyAuthorityCertificates = flag(0x82);
  const someReasons = fields.optional(0x83) !== undefined;
  const indirect = flag(0x84);
  const onlyAttributeCertificates = flag(0x85);
  fields.end();
  return {
    urls: point ? fullNameUrls(point) : [],
    hasDistributionPoint: point !== undefined,
    onlyUserCertificates,
    onlyAuthorityCertificates,
    unsupported: someReasons || indirect || onlyAttributeCertificates,
  };
}

function readEntries(list: DerElement | undefined): Map<string, Revocation> {
  const revoked = new Map<string, Revocation>();
  // Entries are many, and what they say after the date is one of a few things.
  const reasons = new Map<string, Revocation['reason']>();
  for (const entry of list?.children() ?? []) {
    const fields = new DerFields(entry);
    const serial = serialNumberText(fields.take().integer());
    const revokedAt = readX509Time(fields.take());
    const extensions = fields.optional(TAG.sequence);
    fields.end();
    if (revoked.has(serial)) throw new DerError('serial number occurs twice');
    const key = extensions ? Buffer.from(extensions.encoded).toString('latin1') : '';
    const reason = reasons.get(key) ?? reasonOf(extensions);
    reasons.set(key, reason);
    revoked.set(serial, { status: 'revoked', revokedAt, reason });
  }
  return revoked;
}

function reasonOf(list: DerElement | undefined): Revocation['reason'] {
  if (!list) return 'unspecified';
  const extensions = readExtensions(list);
  const unknown = unknownCritical(extensions, KNOWN_OF_ENTRY);
  if (unknown.length > 0) throw new RevocationError('critical-extension-unknown', unknown.join(' '));
  return readReason(extensionValue(extensions, CRL_EXTENSION.reasonCode));
}
