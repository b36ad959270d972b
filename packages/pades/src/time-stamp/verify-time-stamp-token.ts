import { createHash } from 'node:crypto';

import { allowsKeyUsage, certificateExtensions } from '../certificates/certificate-extensions.ts';
import { sameName } from '../certificates/distinguished-name.ts';
import { unknownCritical } from '../certificates/extension.ts';
import { readDigestAlgorithm, readSignatureAlgorithm } from '../cms/algorithm-identifier.ts';
import { type Certificate, sameBytes } from '../cms/certificate.ts';
import { DerFields } from '../cms/der-fields.ts';
import { type DerElement, objectIdentifier, octetString, readDer, TAG } from '../cms/der.ts';
import { ALGORITHMS, type DigestName, OID } from '../cms/object-identifiers.ts';
import { verifySignature } from '../cms/verify-signature.ts';
import { readingTimeStamp, TimeStampError, type TimeStampProblem } from './time-stamp-error.ts';
import { readTimeStampToken, type TimeStampToken } from './time-stamp-token.ts';

export interface VerifiedTimeStamp {
  readonly token: TimeStampToken;
  /** Whose signature it is; whether that authority is trusted is the caller's to find out. */
  readonly certificate: Certificate;
}

/**
 * Verifies that a token is a time stamp over `imprint` by the authority whose certificate it carries:
 * imprint, content type, digest, signing-certificate, signature, extended usage, validity at genTime.
 * It builds no path and looks up no revocation, see `buildCertificatePath` and `verifyOcspResponse`.
 *
 * @param imprint digest, by `token.digest`, of what should be stamped
 * @param given the authority's certificate, for a token that does not carry it
 * @throws TimeStampError
 */
export function verifyTimeStampToken(
  token: TimeStampToken | Uint8Array,
  imprint: Uint8Array,
  given?: Certificate,
): VerifiedTimeStamp {
  const read = token instanceof Uint8Array ? readTimeStampToken(token) : token;
  return readingTimeStamp(() => {
    demand(sameBytes(read.imprint, imprint), 'imprint-mismatch');
    const certificate = signerOf(read, given);
    checkSignature(read, certificate);
    checkAuthority(read, certificate);
    return { token: read, certificate };
  });
}

function demand(holds: boolean, code: TimeStampProblem, detail?: string): void {
  if (!holds) throw new TimeStampError(code, detail);
}

function signerOf({ certificate, signedData }: TimeStampToken, given: Certificate | undefined): Certificate {
  if (certificate) return certificate;
  const { issuer, serial } = signedData.signer;
  if (given && sameBytes(given.issuer, issuer) && sameBytes(given.serial, serial)) return given;
  throw new TimeStampError('certificate-missing');
}

/** RFC 5652, 5.4 and 5.6; RFC 3161, 2.4.2. */
function checkSignature({ signedData, content }: TimeStampToken, certificate: Certificate): void {
  const { signer, digestAlgorithms } = signedData;
  const digest = readDigestAlgorithm(signer.digestAlgorithm);
  if (!digest || digest === 'sha1') throw new TimeStampError('algorithm-unsupported', 'message digest');
  const algorithm = readSignatureAlgorithm(signer.signatureAlgorithm, digest);
  if (!algorithm) throw new TimeStampError('algorithm-unsupported', 'signature');
  const announced = digestAlgorithms.some((each) => readDigestAlgorithm(readDer(each)) === digest);
  demand(announced, 'malformed', 'digest is not among the digestAlgorithms');
  const attribute = (oid: string): Uint8Array => signer.attributes.get(oid)?.encoded ?? new Uint8Array();
  demand(
    sameBytes(attribute(OID.contentType), objectIdentifier(OID.tstInfo)),
    'content-type-unexpected',
    'signed attribute',
  );
  const actual = octetString(createHash(digest).update(content).digest());
  demand(sameBytes(attribute(OID.messageDigest), actual), 'digest-mismatch');
  checkSigningCertificate(signer.attributes, certificate);
  const { signedBytes, signature } = signer;
  const check = verifySignature(certificate.publicKey, ALGORITHMS[algorithm], [signedBytes], signature);
  demand(check !== 'mismatch', 'signature-mismatch');
  demand(check === 'valid', 'algorithm-unsupported', check);
}

/**
 * signing-certificate, by SHA-1, or signing-certificate-v2 (RFC 2634, 5.4; RFC 5035, 3; RFC 5816): one
 * must be there, and each that is must have the signer's certificate first.
 */
function checkSigningCertificate(
  attributes: ReadonlyMap<string, DerElement>,
  certificate: Certificate,
): void {
  const v1 = attributes.get(OID.signingCertificate);
  const v2 = attributes.get(OID.signingCertificateV2);
  demand(Boolean(v1 ?? v2), 'signing-certificate-mismatch', 'attribute is missing');
  if (v1) checkCertificateId(firstOf(v1), 'sha1', certificate);
  if (!v2) return;
  const id = firstOf(v2);
  const named = id.optional(TAG.sequence);
  // SHA-256 is the default.
  const digest = named ? readDigestAlgorithm(named) : 'sha256';
  if (!digest || digest === 'sha1')
    throw new TimeStampError('algorithm-unsupported', 'signing-certificate-v2');
  checkCertificateId(id, digest, certificate);
}

function firstOf(signingCertificate: DerElement): DerFields {
  return new DerFields(new DerFields(new DerFields(signingCertificate).take()).take());
}

function checkCertificateId(id: DerFields, digest: DigestName | 'sha1', certificate: Certificate): void {
  const hash = id.take(TAG.octetString).content;
  const issuerSerial = id.optional(TAG.sequence);
  id.end();
  const matches = sameBytes(hash, createHash(digest).update(certificate.der).digest());
  demand(matches, 'signing-certificate-mismatch', digest);
  if (!issuerSerial) return;
  const fields = new DerFields(issuerSerial);
  const issuer = new DerFields(fields.take()).any();
  const serial = fields.take(TAG.integer).encoded;
  fields.end();
  const name = issuer && new DerFields(issuer, 0xa4).take().encoded;
  demand(
    Boolean(name) &&
      sameName(name as Uint8Array, certificate.issuer) &&
      sameBytes(serial, certificate.serial),
    'signing-certificate-mismatch',
    'issuerSerial',
  );
}

/** RFC 3161, 2.3 and 2.4.2. */
function checkAuthority(token: TimeStampToken, certificate: Certificate): void {
  const { extendedKeyUsage: usage, unknownCritical: inCertificate } = certificateExtensions(certificate);
  const alone = usage?.purposes.length === 1 && usage.purposes[0] === OID.timeStampingPurpose;
  demand(alone && usage.critical, 'usage-not-time-stamping');
  const signs =
    allowsKeyUsage(certificate, 'digitalSignature') || allowsKeyUsage(certificate, 'nonRepudiation');
  demand(signs, 'usage-not-time-stamping', 'keyUsage');
  const { notBefore, notAfter } = certificate;
  demand(token.time >= notBefore && token.time <= notAfter, 'time-outside-certificate');
  const unknown = [...inCertificate, ...unknownCritical(token.extensions, new Set())];
  demand(unknown.length === 0, 'critical-extension-unknown', unknown.join(' '));
  if (token.authorityName) checkAuthorityName(readDer(token.authorityName), certificate);
}

/** directoryName of a GeneralName; a name of another kind is only a hint. */
function checkAuthorityName(name: DerElement, certificate: Certificate): void {
  if (name.tag !== 0xa4) return;
  const directoryName = new DerFields(name, 0xa4).take().encoded;
  const { directoryNames } = certificateExtensions(certificate);
  const fits = [certificate.subject, ...directoryNames].some((own) => sameName(own, directoryName));
  demand(fits, 'authority-name-mismatch');
}
