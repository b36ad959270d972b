import { createHash } from 'node:crypto';

import { signatureAlgorithmOf } from '../cms/algorithm-identifier.ts';
import {
  buildSignedData,
  signatureTimeStampAttributes,
  signingCertificateV2,
} from '../cms/build-signed-data.ts';
import { canonicalSignature } from '../cms/canonical-signature.ts';
import { type Certificate, isIssuedBy, readCertificate, sameBytes } from '../cms/certificate.ts';
import { DerError, objectIdentifier, octetString, readDer, TAG } from '../cms/der.ts';
import { ALGORITHMS, type DigestName, OID, type SignatureAlgorithm } from '../cms/object-identifiers.ts';
import { type ParsedSignedData, parseSignedData } from '../cms/parse-signed-data.ts';
import { verifySignature } from '../cms/verify-signature.ts';
import type { SignatureField } from '../pdf/document/interactive-form.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { isName, PdfString } from '../pdf/syntax/pdf-values.ts';
import { decodeDate } from '../pdf/syntax/text-string.ts';
import type { KnownCertificates } from './existence/known-certificates.ts';
import { checkTimeStamp, type ValidatedTimeStamp } from './existence/time-stamp-check.ts';
import type { FileDigests } from './file-digests.ts';
import { type Reason, reason } from './reasons.ts';
import { containsSealTrace } from './seal-trace.ts';
import { type Coverage, readCoverage } from './signature-coverage.ts';

/** A certificate whose seals count as ours, with the issuers embedded beside it. */
export interface TrustedSealCertificate {
  readonly certificate: Certificate;
  readonly chain?: readonly Certificate[];
}

/** A signature of the document that is, or claims to be, by one of the trusted certificates. */
export interface SealCandidate {
  readonly field: SignatureField;
  readonly trusted: TrustedSealCertificate;
}

/** A seal taken apart: all that can be said of it before the file is hashed. */
export interface OpenedSeal extends SealCandidate {
  readonly reasons: readonly Reason[];
  readonly coverage: Coverage | undefined;
  readonly parsed: ParsedSignedData | undefined;
  readonly algorithm: SignatureAlgorithm | undefined;
  readonly signingTime: Date | undefined;
  /** The token over the signature value, when it carries one. */
  readonly timeStampToken: Uint8Array | undefined;
}

/** A seal looked at. It holds when there are no reasons against it. */
export interface CheckedSeal extends OpenedSeal {
  readonly timeStamp: ValidatedTimeStamp | undefined;
}

/**
 * The signatures that claim to be ours: by the certificate they carry, by the issuer and serial number
 * they name, or, when the CMS cannot be read any more, by traces of the certificate in it.
 */
export function findSeals(pdf: StrictPdf, trusted: readonly TrustedSealCertificate[]): SealCandidate[] {
  return pdf.form.signatures.flatMap((field) => {
    const contents = pdf.resolve(field.value.get('Contents'));
    if (!(contents instanceof PdfString)) return [];
    const hex = Buffer.from(Buffer.from(contents.bytes).toString('hex'), 'latin1');
    const owner = trusted.find(({ certificate }) => {
      const named = Buffer.concat([certificate.issuer, certificate.serial]);
      return Buffer.from(contents.bytes).includes(named) || containsSealTrace(hex, [certificate]);
    });
    return owner ? [{ field, trusted: owner }] : [];
  });
}

/** The seal whose revision is the last: an earlier one is vouched for by being covered by it. */
export function newestSeal(
  pdf: StrictPdf,
  trusted: readonly TrustedSealCertificate[],
): SealCandidate | undefined {
  const revisionOf = ({ field }: SealCandidate): number =>
    pdf.revisions.findLastIndex((revision) => field.valueRef && revision.entries.has(field.valueRef.num));
  return findSeals(pdf, trusted).toSorted((a, b) => revisionOf(b) - revisionOf(a))[0];
}

/** Step 2 of the policy, first half: time, coverage, and the parts of the CMS. */
export function openSeal(pdf: StrictPdf, candidate: SealCandidate): OpenedSeal {
  const { field, trusted } = candidate;
  const reasons: Reason[] = [];
  const signingTime = signingTimeOf(field);
  if (!isName(field.value.get('SubFilter'), 'ETSI.CAdES.detached')) {
    reasons.push(reason('sub-filter-unexpected'));
  }
  if (!signingTime) reasons.push(reason('signing-time-missing'));
  else if (signingTime < trusted.certificate.notBefore || signingTime > trusted.certificate.notAfter) {
    reasons.push(reason('signing-time-outside-certificate'));
  }
  const covered = readCoverage(pdf, field, { exact: true });
  const coverage = typeof covered === 'string' ? undefined : covered;
  if (typeof covered === 'string') reasons.push(reason(covered));
  const parsed = coverage && parseOrNothing(coverage.cms);
  if (coverage && !parsed) reasons.push(reason('cms-malformed'));
  const algorithm = parsed && signatureAlgorithmOf(parsed.signer);
  if (parsed && !algorithm) reasons.push(reason('cms-not-canonical', 'algorithm'));
  const unsigned = parsed?.signer.unsignedAttributes;
  const timeStampToken = unsigned && onlyTimeStamp(unsigned);
  if (unsigned && !timeStampToken) reasons.push(reason('cms-not-canonical', 'unsigned attributes'));
  return { ...candidate, reasons, coverage, parsed, algorithm, signingTime, timeStampToken };
}

/** Step 2, second half: digest, certificate, signature, and the time stamp on it. */
export function checkSeal(opened: OpenedSeal, digests: FileDigests, known: KnownCertificates): CheckedSeal {
  const { coverage, parsed, algorithm, trusted, timeStampToken } = opened;
  if (!coverage || !parsed || !algorithm) return { ...opened, timeStamp: undefined };
  const messageDigest = digests.covered(coverage.byteRange, ALGORITHMS[algorithm].digest);
  const reasons = [
    ...opened.reasons,
    ...checkSigner(coverage.cms, parsed, algorithm, trusted, messageDigest ?? Buffer.alloc(0)),
  ];
  if (reasons.length > 0 || !timeStampToken) return { ...opened, reasons, timeStamp: undefined };
  const place = { kind: 'signature', revision: coverage.revision.index } as const;
  const stamped = (digest: DigestName): Buffer => createHash(digest).update(parsed.signer.signature).digest();
  const timeStamp = checkTimeStamp(timeStampToken, place, stamped, known);
  if (!timeStamp.valid) reasons.push(reason('signature-time-stamp-invalid', timeStamp.problem));
  return { ...opened, reasons, timeStamp };
}

/** The token of a signature time stamp that is all there is, in the one way it is written. */
function onlyTimeStamp(unsignedAttributes: Uint8Array): Uint8Array | undefined {
  try {
    const [attribute] = readDer(unsignedAttributes).children();
    const [type, values] = attribute?.children(TAG.sequence) ?? [];
    const [token] = values?.children(TAG.set) ?? [];
    if (type?.oid() !== OID.signatureTimeStampToken || !token) return undefined;
    const alone = sameBytes(signatureTimeStampAttributes(token.encoded), unsignedAttributes);
    return alone ? token.encoded : undefined;
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function signingTimeOf(field: SignatureField): Date | undefined {
  const value = field.value.get('M');
  return value instanceof PdfString ? decodeDate(value.bytes) : undefined;
}

function parseOrNothing(cms: Uint8Array): ParsedSignedData | undefined {
  try {
    return parseSignedData(cms);
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function checkSigner(
  cms: Uint8Array,
  parsed: ParsedSignedData,
  algorithm: SignatureAlgorithm,
  trusted: TrustedSealCertificate,
  messageDigest: Uint8Array,
): Reason[] {
  const { signer } = parsed;
  const { certificate } = trusted;
  const reasons: Reason[] = [];
  const pinned =
    sameBytes(signer.issuer, certificate.issuer) &&
    sameBytes(signer.serial, certificate.serial) &&
    parsed.certificates.some((candidate) => sameBytes(candidate, certificate.der));
  if (!pinned) return [reason('certificate-not-pinned')];
  const value = (oid: string): Uint8Array => signer.attributes.get(oid)?.encoded ?? new Uint8Array();
  if (!sameBytes(value(OID.contentType), objectIdentifier(OID.data))) {
    reasons.push(reason('content-type-unexpected'));
  }
  if (!sameBytes(value(OID.messageDigest), octetString(messageDigest)))
    reasons.push(reason('digest-mismatch'));
  if (!sameBytes(value(OID.signingCertificateV2), signingCertificateV2(certificate))) {
    reasons.push(reason('signing-certificate-mismatch'));
  }
  const { signedBytes, signature } = signer;
  if (verifySignature(certificate.publicKey, ALGORITHMS[algorithm], [signedBytes], signature) !== 'valid') {
    reasons.push(reason('signature-mismatch'));
  } else if (!sameBytes(canonicalSignature(certificate.publicKey, signature), signature)) {
    reasons.push(reason('cms-not-canonical', 'the other of two signatures'));
  }
  reasons.push(...checkUnsignedParts(cms, parsed, algorithm, trusted));
  return reasons;
}

/**
 * The signature covers neither the other certificates nor versions and identifiers around it. They
 * are held fast in another way: each certificate must be one of the issuers above the seal's, known
 * or verified, and the whole CMS must be what our own writer makes of its parts.
 */
function checkUnsignedParts(
  cms: Uint8Array,
  parsed: ParsedSignedData,
  algorithm: SignatureAlgorithm,
  trusted: TrustedSealCertificate,
): Reason[] {
  const { certificate, chain: known = [] } = trusted;
  const others = parsed.certificates.filter((der) => !sameBytes(der, certificate.der));
  let chain: Certificate[];
  try {
    chain = others.map((der) => readCertificate(der));
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return [reason('certificate-chain-broken')];
  }
  const reasons: Reason[] = [];
  if (!isIssuerPath(certificate, chain, known)) reasons.push(reason('certificate-chain-broken'));
  const { signedBytes, signature, unsignedAttributes } = parsed.signer;
  const rebuilt = buildSignedData(
    { certificate, chain, algorithm },
    signedBytes,
    signature,
    unsignedAttributes,
  );
  if (!sameBytes(rebuilt, cms)) reasons.push(reason('cms-not-canonical'));
  return reasons;
}

/** Whether certificates are the issuers above `leaf`, without a gap, up to a root or a known one. */
function isIssuerPath(
  leaf: Certificate,
  chain: readonly Certificate[],
  known: readonly Certificate[],
): boolean {
  const left = [...chain];
  let current = leaf;
  while (left.length > 0) {
    const below = current;
    const at = left.findIndex((candidate) => isIssuedBy(below, candidate));
    const issuer = left.splice(at < 0 ? left.length : at, 1)[0];
    if (!issuer) return false;
    current = issuer;
  }
  // The one at the top stands by itself, or is not ours to question.
  return (
    current === leaf ||
    isIssuedBy(current, current) ||
    known.some((pinned) => sameBytes(pinned.der, current.der))
  );
}
