import { type Certificate, issuerName, sameBytes } from '../cms/certificate.ts';
import { ALGORITHMS } from '../cms/object-identifiers.ts';
import { isUnsound } from '../embedded/embedded-signature.ts';
import { judgeEmbedded } from '../embedded/judge-embedded.ts';
import type { Revision } from '../pdf/revision.ts';
import type { StrictPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { PdfString } from '../pdf/syntax/pdf-values.ts';
import { vriKey } from '../write/security-store.ts';
import { type CheckedSeal, checkSeal, newestSeal, type OpenedSeal, openSeal } from './check-seal.ts';
import { describeSeal, sealedAttachments } from './describe-seal.ts';
import { KnownCertificates } from './existence/known-certificates.ts';
import { proveExistence } from './existence/proof-of-existence.ts';
import { checkValidationData } from './existence/validation-data-check.ts';
import { type CoveredBytes, FileDigests } from './file-digests.ts';
import { indicationOf } from './indication.ts';
import { type Reason, reason } from './reasons.ts';
import {
  holdLooseData,
  type JudgedRevision,
  judgeLater,
  misordered,
  weakest,
} from './revisions/judge-later.ts';
import { compareLaterRevisions, type ComparedRevision } from './revisions/judge-revisions.ts';
import { coveredBytes } from './revisions/later-signature.ts';
import { reportRevisions, reportRevocation } from './revisions/report-revisions.ts';
import { type StoredData, storedData } from './revisions/store-change.ts';
import type { Validation, ValidationOptions, ValidationReport } from './verdict.ts';

/** What judging one file, or a beginning of it, comes to. */
export type Finding = Omit<Validation, 'knownVersion' | 'sealTrace' | 'sha256'> & {
  readonly sha256: string | undefined;
};

export type JudgeOptions = Pick<
  ValidationOptions,
  'trustedSealCertificates' | 'trustAnchors' | 'signerAnchors' | 'at' | 'limits'
>;

const NO_REPORT: ValidationReport = {
  indication: undefined,
  level: undefined,
  provenTime: undefined,
  provableUntil: undefined,
  sealIssuers: [],
  sealIssuerNames: [],
  timeStamps: [],
  revocation: [],
  revisions: [],
};

/**
 * Judges a file that can be opened.
 *
 * @throws PdfSyntaxError when it is not strictly well-formed after all
 */
export async function judgeFile(pdf: StrictPdf, options: JudgeOptions): Promise<Finding> {
  const revisionEnds = pdf.revisions.map(({ end }) => end);
  const candidate = newestSeal(pdf, options.trustedSealCertificates);
  if (!candidate) {
    const why = reason(pdf.hasSignatures ? 'no-seal-of-ours' : 'no-signature');
    return { ...nothingGenuine('not-sealed-by-us', [why]), revisionEnds };
  }
  const opened = openSeal(pdf, candidate);
  const known = knownCertificates(options);
  const sealed = opened.coverage?.revision;
  const { compared, objections, endOfLineAdded } =
    sealed && opened.reasons.length === 0
      ? compareLaterRevisions(pdf, sealed)
      : { compared: [], objections: [], endOfLineAdded: false };
  for (const { change } of compared) known.add(change.store.data.certificates);
  // Later data is not stored twice: what it needs may be in the store that the document brought along.
  const brought = sealed && compared.length > 0 ? storedData(pdf.at(sealed.index)) : undefined;
  if (brought) known.add(brought.certificates);
  const digests = await FileDigests.of(pdf.bytes, revisionEnds, allCovered(opened, compared));
  const seal = checkSeal(opened, digests, known);
  if (!sealed || seal.reasons.length > 0) {
    const invalid = nothingGenuine('signature-invalid', seal.reasons);
    const report = { ...NO_REPORT, indication: indicationOf('signature-invalid', seal.reasons) };
    return { ...invalid, seal: describeSeal(seal), sha256: digests.sha256, revisionEnds, report };
  }
  const ambiguity = ambiguityOf(pdf.at(sealed.index));
  if (ambiguity) {
    const invalid = nothingGenuine('unreadable', [reason('not-well-formed', ambiguity)]);
    return { ...invalid, seal: describeSeal(seal), sha256: digests.sha256, revisionEnds };
  }
  const { signerAnchors: anchors = [], at = seal.signingTime ?? new Date(0) } = options;
  const context = { digests, known, vriKeys: vriKeysOf(pdf, seal), signers: { anchors, at } };
  const judged = holdLooseData(
    compared.map((each) => judgeLater(each, context)),
    compared,
    digests,
  );
  const found = assemble({
    pdf,
    seal,
    sealed,
    judged,
    compared,
    brought,
    objections,
    endOfLineAdded,
    digests,
    known,
    options,
  });
  return sealed.index === 0 ? found : withEmbedded(found, pdf.at(sealed.index - 1), known, options);
}

/** Judges what the document brought as it stood when the seal covered it, which proves that it existed then. */
async function withEmbedded(
  found: Finding,
  document: StrictPdf,
  known: KnownCertificates,
  { trustedSealCertificates, signerAnchors = [] }: JudgeOptions,
): Promise<Finding> {
  const at = found.report.provenTime ?? found.seal?.signingTime ?? new Date(0);
  const options = { trustedSealCertificates, timeStampAnchors: known.anchors, anchors: signerAnchors, at };
  const embedded = await judgeEmbedded(document, options);
  const unsound = embedded.filter(isUnsound);
  return {
    ...found,
    embedded,
    verdict: found.verdict === 'intact' && unsound.length > 0 ? 'unsound-inside' : found.verdict,
    reasons: [...found.reasons, ...unsound.map(({ fieldName }) => reason('embedded-unsound', fieldName))],
  };
}

/** A finding without anything genuine in it. */
export function nothingGenuine(verdict: Finding['verdict'], reasons: readonly Reason[]): Finding {
  return {
    verdict,
    reasons,
    seal: undefined,
    sealedBytes: undefined,
    sealedSha256: undefined,
    sha256: undefined,
    revisionEnds: [],
    attachments: [],
    laterSignatures: [],
    embedded: [],
    report: NO_REPORT,
  };
}

/** Time-stamp authorities lead to the given anchors, or to the root of the seals. */
function knownCertificates({
  trustedSealCertificates: trusted,
  trustAnchors,
}: JudgeOptions): KnownCertificates {
  const issuers = trusted.flatMap(({ chain = [] }) => chain);
  const believed: Certificate[] = [...trusted.map(({ certificate }) => certificate), ...issuers];
  const tops = trusted.flatMap(({ chain = [] }) => {
    const roots = chain.filter((each) => sameBytes(each.issuer, each.subject));
    return roots.length > 0 ? roots : chain.slice(-1);
  });
  return new KnownCertificates(trustAnchors ?? tops, believed);
}

function allCovered(seal: OpenedSeal, compared: readonly ComparedRevision[]): CoveredBytes[] {
  const { coverage, algorithm } = seal;
  const own =
    coverage && algorithm ? [{ byteRange: coverage.byteRange, digest: ALGORITHMS[algorithm].digest }] : [];
  return [...own, ...compared.flatMap(({ change }) => change.signatures.flatMap(coveredBytes))];
}

/** Table 262: entries of VRI are named by Contents with its padding, or by a time-stamp token. */
function vriKeysOf(pdf: StrictPdf, { timeStampToken }: OpenedSeal): Set<string> {
  const contents = pdf.form.signatures.flatMap(({ value }) => {
    const each = pdf.resolve(value.get('Contents'));
    return each instanceof PdfString ? each.bytes : [];
  });
  return new Set([...contents, ...(timeStampToken ? [timeStampToken] : [])].map(vriKey));
}

/** Why a state of the file is not one document to every reader; undefined when it is. */
function ambiguityOf(state: StrictPdf): string | undefined {
  try {
    state.checkAllObjects();
    return undefined;
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    return `${error.code} at byte ${error.offset}`;
  }
}

/** What data that the seal covers says of revocation, as far as it is said by those entitled to it. */
function findingsOf(data: StoredData, known: KnownCertificates, revision: number): ProofFinding[] {
  return checkValidationData(data, known).findings.map((finding) => Object.assign(finding, { revision }));
}

type ProofFinding = Parameters<typeof proveExistence>[0]['findings'][number];

interface Material {
  readonly pdf: StrictPdf;
  readonly seal: CheckedSeal;
  readonly sealed: Revision;
  readonly judged: readonly JudgedRevision[];
  readonly compared: readonly ComparedRevision[];
  /** What the document's own store holds, which the seal covers. */
  readonly brought: StoredData | undefined;
  /** Against the file as a whole. */
  readonly objections: readonly Reason[];
  readonly endOfLineAdded: boolean;
  readonly digests: FileDigests;
  readonly known: KnownCertificates;
  readonly options: JudgeOptions;
}

function assemble(material: Material): Finding {
  const { pdf, seal, sealed, judged, digests, known, options } = material;
  const last = judged.at(-1);
  const objections = [...material.objections];
  const strange = last && ambiguityOf(pdf.at(last.index));
  if (strange) objections.push(reason('revision-not-well-formed', strange));
  const stamps = [
    ...(seal.timeStamp ? [seal.timeStamp] : []),
    ...judged.flatMap(({ timeStamps }) => timeStamps),
  ];
  const foreign = seal.timeStamp && !seal.timeStamp.trusted;
  const disorder = misordered(stamps.filter(({ trusted }) => trusted));
  const reasons = [
    ...objections,
    ...(foreign ? [reason('signature-time-stamp-by-others', seal.timeStamp?.problem)] : []),
    ...(disorder ? [reason('time-stamp-order', disorder.fieldName ?? 'signature')] : []),
    ...judged.flatMap((each) => each.reasons),
    ...(material.endOfLineAdded ? [reason('end-of-line-added')] : []),
  ];
  const firstAlien = judged.findIndex(({ keeps, timeStamps }) => {
    return keeps !== 'intact' || (disorder !== undefined && timeStamps.includes(disorder));
  });
  const isSound = (index: number): boolean =>
    index === last?.index ? strange === undefined : ambiguityOf(pdf.at(index)) === undefined;
  const before = judged.slice(0, firstAlien < 0 ? judged.length : firstAlien);
  const whole = before.findLast(({ index }) => endsWhole(material, index) && isSound(index));
  const genuine = whole?.index ?? sealed.index;
  const proof = proveExistence({
    seal,
    timeStamps: stamps.filter((stamp) => stamp.trusted && stamp.revision <= genuine && stamp !== disorder),
    // Revocation data counts by its issuer, wherever it was found.
    findings: [
      ...(material.brought ? findingsOf(material.brought, known, sealed.index) : []),
      ...judged.flatMap(({ index, findings }) => findings.map((each) => ({ ...each, revision: index }))),
    ],
    lastRevision: genuine,
    known,
    at: options.at,
  });
  const revoked = proof.reasons.length > 0;
  const verdict = revoked
    ? 'signature-invalid'
    : weakest([
        ...judged.map(({ keeps }) => keeps),
        ...(objections.length > 0 ? (['altered-after-sealing'] as const) : []),
        ...(foreign || disorder || material.endOfLineAdded ? (['augmented-by-others'] as const) : []),
      ]);
  const end = pdf.revisions[genuine]?.end ?? sealed.end;
  const told = [...proof.reasons, ...reasons];
  const { certificate } = seal.trusted;
  const sealIssuers = known.issuersOf(certificate) ?? [];
  return {
    verdict,
    reasons: told,
    seal: describeSeal(seal),
    // A seal with a foreign time stamp inside makes no other document genuine.
    sealedBytes: revoked || foreign ? undefined : end,
    sealedSha256: revoked || foreign ? undefined : digests.upTo(end),
    sha256: digests.sha256,
    revisionEnds: pdf.revisions.map((revision) => revision.end),
    attachments: revoked ? [] : sealedAttachments(pdf.at(sealed.index)),
    laterSignatures: judged.flatMap(({ signatures }) => signatures),
    embedded: [],
    report: {
      indication: verdict === 'altered-after-sealing' ? indicationOf(verdict, told) : proof.indication,
      level: proof.level,
      provenTime: proof.provenTime,
      provableUntil: proof.provableUntil,
      sealIssuers,
      sealIssuerNames:
        sealIssuers.length > 0 ? sealIssuers.map(({ commonName }) => commonName) : [issuerName(certificate)],
      timeStamps: stamps,
      revocation: judged.flatMap(reportRevocation),
      revisions: reportRevisions(material),
    },
  };
}

/** Whether a file that ended with this revision would be intact: loose validation data must be as we write it. */
function endsWhole({ judged, compared, digests }: Material, index: number): boolean {
  const upTo = judged.filter((each) => each.index <= index);
  const held = holdLooseData(upTo, compared.slice(0, upTo.length), digests);
  return held.every(({ keeps }) => keeps === 'intact');
}
