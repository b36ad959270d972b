import { type Certificate, issuerName } from '../cms/certificate.ts';
import { DerError } from '../cms/der.ts';
import { ALGORITHMS } from '../cms/object-identifiers.ts';
import type { SignatureField } from '../pdf/document/interactive-form.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { isName, PdfString } from '../pdf/syntax/pdf-values.ts';
import { decodeDate } from '../pdf/syntax/text-string.ts';
import type { ByteRange } from '../seal/seal-pdf.ts';
import { checkSeal, findSeals, openSeal, type TrustedSealCertificate } from '../validate/check-seal.ts';
import { KnownCertificates } from '../validate/existence/known-certificates.ts';
import { checkTimeStamp, type ValidatedTimeStamp } from '../validate/existence/time-stamp-check.ts';
import { FileDigests } from '../validate/file-digests.ts';
import { storedData, type StoredData } from '../validate/revisions/store-change.ts';
import { readExtent } from '../validate/signature-coverage.ts';
import { LaterChanges } from './changes-after.ts';
import { concludes, type Findings } from './conclude.ts';
import type { EmbeddedProblem, EmbeddedTrust, JudgedSignature } from './embedded-signature.ts';
import { type ForeignCms, readForeignCms } from './read-foreign-cms.ts';
import { knownRevocation } from './revocation-known.ts';
import { SignaturePlaces } from './signature-places.ts';
import { type SignerAnchor, signerTrust } from './signer-trust.ts';
import { unlistedSignatures } from './unlisted-signatures.ts';
import { hashed, integrityOf, isForged, isOtherCertificate } from './verify-foreign.ts';

export interface EmbeddedOptions {
  /** Seals that are the platform's own, and must be made exactly as its own are. */
  readonly trustedSealCertificates: readonly TrustedSealCertificate[];
  /** What trusted time-stamp authorities lead to. */
  readonly timeStampAnchors: readonly Certificate[];
  /** Roots of signers. */
  readonly anchors: readonly SignerAnchor[];
  /** The moment of judging. */
  readonly at: Date;
}

/** Each is hashed by itself; a document with more is none that people made. */
const MAX_SIGNATURES = 64;

/**
 * Verifies every signature and document time stamp that a document carries, in whatever form other programs make them.
 * That of a platform's seal is the strict one.
 *
 * @param pdf the document in the state that is to be judged, which has passed `checkAllObjects`
 * @throws PdfSyntaxError when it is not strictly well-formed after all
 */
export async function judgeEmbedded(pdf: StrictPdf, options: EmbeddedOptions): Promise<JudgedSignature[]> {
  const { signatures } = pdf.form;
  const stray = unlistedSignatures(pdf).map((name) => failed(name, 'unlisted'));
  // Without any, nothing is hashed: of most documents the seal's own pass is all.
  if (signatures.length === 0) return stray;
  if (signatures.length > MAX_SIGNATURES) return [...stray, failed(signatures[0]?.name ?? '', 'too-many')];
  const read = signatures.map((field) => readEmbedded(pdf, field));
  const ends = read.flatMap(({ extent }) => extent?.revision ?? []);
  const [first] = ends.toSorted((a, b) => a.index - b.index);
  const material: Material = {
    pdf,
    options,
    later: first && new LaterChanges(pdf, first),
    digests: await digestsOf(pdf, read, options),
    data: allData(pdf, read),
    stamps: new Map(),
    places: new SignaturePlaces(pdf),
  };
  for (const each of read) {
    const stamp = stampOf(each, material);
    if (stamp) material.stamps.set(each, stamp);
  }
  return [...read.map((each) => judged(each, material)), ...stray];
}

interface Read {
  readonly field: SignatureField;
  readonly kind: JudgedSignature['kind'];
  readonly extent: Exclude<ReturnType<typeof readExtent>, string> | undefined;
  readonly contents: Uint8Array;
  readonly cms: ForeignCms | 'unsupported' | undefined;
}

interface Material {
  readonly pdf: StrictPdf;
  readonly options: EmbeddedOptions;
  readonly later: LaterChanges | undefined;
  readonly digests: FileDigests;
  readonly data: StoredData;
  readonly stamps: Map<Read, ValidatedTimeStamp>;
  readonly places: SignaturePlaces;
}

/** adbe.x509.rsa_sha1 has no CMS (ISO 32000-1, 12.8.3.2); it has not been written for decades. */
const CMS_FORMS = ['adbe.pkcs7.detached', 'adbe.pkcs7.sha1', 'ETSI.CAdES.detached', 'ETSI.RFC3161'];

function readEmbedded(pdf: StrictPdf, field: SignatureField): Read {
  const subFilter = pdf.resolve(field.value.get('SubFilter'));
  const kind = isName(subFilter, 'ETSI.RFC3161') ? 'document-time-stamp' : 'signature';
  const extent = readExtent(pdf, field, { exact: false });
  const value = pdf.resolve(field.value.get('Contents'));
  const contents = value instanceof PdfString ? value.bytes : new Uint8Array();
  const isCms = CMS_FORMS.some((form) => isName(subFilter, form));
  return {
    field,
    kind,
    extent: typeof extent === 'string' ? undefined : extent,
    contents,
    cms: isCms ? parsed(contents, kind) : 'unsupported',
  };
}

function parsed(contents: Uint8Array, kind: Read['kind']): Read['cms'] {
  if (kind === 'document-time-stamp') return undefined;
  try {
    return readForeignCms(contents) ?? 'unsupported';
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

/** Revision ends, and what our own seals cover. */
function digestsOf(pdf: StrictPdf, read: readonly Read[], options: EmbeddedOptions): Promise<FileDigests> {
  const seals = new Set(findSeals(pdf, options.trustedSealCertificates).map(({ field }) => field));
  const covered = read.flatMap(({ extent, field }) =>
    extent && seals.has(field) ? SEAL_DIGESTS.map((digest) => ({ byteRange: extent.byteRange, digest })) : [],
  );
  return FileDigests.of(
    pdf.bytes,
    pdf.revisions.map(({ end }) => end),
    covered,
  );
}

const SEAL_DIGESTS = [...new Set(Object.values(ALGORITHMS).map(({ digest }) => digest))];

/** Certificates and revocation data from the document's store and from every signature in it. */
function allData(pdf: StrictPdf, read: readonly Read[]): StoredData {
  const stored = storedData(pdf);
  const own = read.flatMap(({ cms }) => (cms && cms !== 'unsupported' ? [cms] : []));
  return {
    certificates: [...stored.certificates, ...own.flatMap(({ certificates }) => certificates)],
    ocspResponses: [...stored.ocspResponses, ...own.flatMap(({ ocspResponses }) => ocspResponses)],
    crls: [...stored.crls, ...own.flatMap(({ crls }) => crls)],
  };
}

/** Its own time stamp, or the one that it is; whether by a trusted authority, its path says. */
function stampOf(each: Read, { pdf, options, data }: Material): ValidatedTimeStamp | undefined {
  const { extent, kind, cms, contents } = each;
  if (!extent) return undefined;
  const known = new KnownCertificates(options.timeStampAnchors, []);
  known.add(data.certificates);
  const place = { kind: 'signature', revision: extent.revision.index } as const;
  if (kind === 'document-time-stamp') {
    const digestOf = (digest: string): Buffer => hashed(digest, coveredParts(pdf, extent.byteRange));
    return checkTimeStamp(trimmed(contents), place, digestOf, known);
  }
  if (!cms || cms === 'unsupported' || !cms.timeStampToken) return undefined;
  return checkTimeStamp(cms.timeStampToken, place, (digest) => hashed(digest, [cms.signature]), known);
}

function coveredParts(pdf: StrictPdf, [, before, after, rest]: ByteRange): Uint8Array[] {
  return [pdf.bytes.subarray(0, before), pdf.bytes.subarray(after, after + rest)];
}

/** Contents without its padding, as far as it is DER. */
function trimmed(contents: Uint8Array): Uint8Array {
  const long = (contents[1] ?? 0) === 0x82;
  const length = long ? 4 + (contents[2] ?? 0) * 256 + (contents[3] ?? 0) : contents.length;
  return contents.subarray(0, length);
}

function judged(each: Read, material: Material): JudgedSignature {
  const { pdf, digests, options, later } = material;
  const { extent, field, kind } = each;
  const candidate = findSeals(pdf, options.trustedSealCertificates).find((seal) => seal.field === field);
  const problems: EmbeddedProblem[] = [];
  if (!extent) problems.push(kind === 'signature' && each.cms === undefined ? 'format' : 'not-whole');
  const certificate = certificateOf(each, material);
  if (extent && candidate) problems.push(...sealProblems(pdf, each, candidate, material));
  else if (extent) problems.push(...ownProblems(each, extent, material));
  const after = extent && later?.after(extent.revision.index);
  if (after?.altered) problems.push('changed-after');
  if (after?.filled) problems.push('filled-after');
  if (after && after.stamps.length > 0) problems.push('covered-by-stamp');
  const proofs = [each, ...laterTimeStamps(each, material)].flatMap((one) => material.stamps.get(one) ?? []);
  const times = proofs.flatMap(({ path, time }) => (path && time ? time : []));
  const provenTime = times.toSorted((a, b) => a.getTime() - b.getTime())[0];
  const statedTime = statedTimeOf(pdf, each);
  const findings: Findings = {
    problems,
    trust: candidate ? 'platform' : trustOf(each, certificate, provenTime ?? statedTime, material),
    certificate,
    revocation: certificate && knownRevocation(certificate, material.data),
    statedTime,
    provenTime,
    at: options.at,
  };
  return {
    ...concludes(findings),
    fieldName: field.name,
    kind,
    certificate,
    issuerName: certificate && issuerName(certificate),
    trust: findings.trust,
    statedTime,
    provenTime,
    revision: extent?.revision.index,
    revisionSha256: extent && digests.upTo(extent.revision.end),
    places: material.places.of(field),
    coveredBy: after?.stamps ?? [],
  };
}

function laterTimeStamps(each: Read, { stamps }: Material): Read[] {
  const own = each.extent?.revision.index ?? Infinity;
  return [...stamps.keys()].filter(
    ({ kind, extent }) => kind === 'document-time-stamp' && (extent?.revision.index ?? -1) > own,
  );
}

function certificateOf(each: Read, { stamps }: Material): Certificate | undefined {
  const { kind, cms } = each;
  if (kind === 'document-time-stamp') return stamps.get(each)?.authority;
  return cms && cms !== 'unsupported' ? cms.certificate : undefined;
}

/** A seal of ours has one form; anything else that names our certificate is a forgery or a damaged one. */
function sealProblems(
  pdf: StrictPdf,
  each: Read,
  candidate: ReturnType<typeof findSeals>[number],
  { digests, options }: Material,
): EmbeddedProblem[] {
  const known = new KnownCertificates(
    options.timeStampAnchors,
    options.trustedSealCertificates.flatMap(({ certificate, chain = [] }) => [certificate, ...chain]),
  );
  const { reasons } = checkSeal(openSeal(pdf, candidate), digests, known);
  if (reasons.length === 0) return [];
  const isChanged = reasons.some(({ code }) => code === 'digest-mismatch');
  return [isChanged ? 'digest-mismatch' : 'seal-broken'];
}

function ownProblems(
  each: Read,
  { byteRange }: NonNullable<Read['extent']>,
  { pdf, stamps, data }: Material,
): EmbeddedProblem[] {
  const { cms, kind } = each;
  if (kind === 'document-time-stamp') return stamps.get(each)?.valid ? [] : ['digest-mismatch'];
  if (cms === 'unsupported') return ['unsupported'];
  if (!cms) return ['format'];
  const integrity = integrityOf(cms, coveredParts(pdf, byteRange));
  if (integrity !== 'intact' && integrity !== 'weak-algorithm') return [integrity];
  if (!cms.certificate) return ['no-certificate'];
  const isOther = isOtherCertificate(cms, cms.certificate) || isForged(cms.certificate, data.certificates);
  return [
    ...(integrity === 'intact' ? [] : [integrity]),
    ...(isOther ? (['other-certificate'] as const) : []),
  ];
}

/** M of the dictionary, or the CMS's own attribute (ISO 32000-2, Table 255). */
function statedTimeOf(pdf: StrictPdf, { field, cms }: Read): Date | undefined {
  const value = pdf.resolve(field.value.get('M'));
  const stated = value instanceof PdfString ? decodeDate(value.bytes) : undefined;
  return stated ?? (cms && cms !== 'unsupported' ? cms.signingTime : undefined);
}

function trustOf(
  each: Read,
  certificate: Certificate | undefined,
  time: Date | undefined,
  { options, data, stamps }: Material,
): EmbeddedTrust {
  if (!certificate) return 'unknown';
  if (each.kind === 'document-time-stamp') return stamps.get(each)?.path ? 'trusted' : 'unknown';
  return signerTrust(certificate, options.anchors, { pool: data.certificates, at: time ?? options.at });
}

/** What is found without a signature that could be looked at. */
function failed(fieldName: string, problem: EmbeddedProblem): JudgedSignature {
  return {
    fieldName,
    kind: 'signature',
    state: 'broken',
    indication: { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE' },
    problems: [problem],
    trust: 'unknown',
    certificate: undefined,
    issuerName: undefined,
    statedTime: undefined,
    provenTime: undefined,
    revision: undefined,
    revisionSha256: undefined,
    places: [],
    coveredBy: [],
  };
}
