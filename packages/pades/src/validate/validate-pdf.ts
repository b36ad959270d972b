import { readPdf } from '../pdf/strict-pdf.ts';
import { PdfSyntaxError } from '../pdf/syntax/pdf-syntax-error.ts';
import { BASELINE_LEVELS } from './existence/proof-of-existence.ts';
import { fileDigest } from './file-digests.ts';
import { type Finding, judgeFile, type JudgeOptions, nothingGenuine } from './judge-file.ts';
import { reason } from './reasons.ts';
import { candidateEnds } from './revisions/genuine-prefix.ts';
import { containsSealTrace } from './seal-trace.ts';
import type { Validation, ValidationOptions, Verdict } from './verdict.ts';

/**
 * Judges a file by the policy for one's own seals: strict parsing, a seal whose ByteRange covers one
 * whole revision, a canonical CMS by a pinned certificate, and nothing afterwards that a named rule
 * does not allow. Every other file, whatever other signatures it carries, gets another verdict.
 *
 * Never throws on account of the file's content.
 */
export async function validatePdf(bytes: Uint8Array, options: ValidationOptions): Promise<Validation> {
  const { trustedSealCertificates: trusted, knownVersion, expectedLevel } = options;
  const finding = await findingOf(bytes, options);
  const sha256 = finding.sha256 ?? (await fileDigest(bytes));
  const certificates = trusted.map(({ certificate }) => certificate);
  let validation: Validation = {
    ...finding,
    sha256,
    sealTrace: finding.seal !== undefined || containsSealTrace(bytes, certificates),
    knownVersion: undefined,
  };
  const { level } = validation.report;
  if (expectedLevel && level && BASELINE_LEVELS.indexOf(level) < BASELINE_LEVELS.indexOf(expectedLevel)) {
    const verdict: Verdict = validation.verdict === 'intact' ? 'incomplete' : validation.verdict;
    const reasons = [...validation.reasons, reason('level-below-expected', `${level}, not ${expectedLevel}`)];
    validation = { ...validation, verdict, reasons };
  }
  return knownVersion ? compareWithKnown(bytes, validation, knownVersion) : validation;
}

const WITHOUT_GENUINE_PART: ReadonlySet<Verdict> = new Set([
  'signature-invalid',
  'unreadable',
  'not-sealed-by-us',
]);

/** The file itself, or else the longest beginning of it that is a genuine sealed document. */
async function findingOf(bytes: Uint8Array, options: JudgeOptions): Promise<Finding> {
  const finding = await tryToJudge(bytes, options);
  const revoked = finding.reasons.some(({ code }) => code === 'certificate-revoked');
  if (revoked || !WITHOUT_GENUINE_PART.has(finding.verdict)) return finding;
  for (const end of candidateEnds(bytes)) {
    const prefix = await tryToJudge(bytes.subarray(0, end), options);
    const isWhole = prefix.verdict === 'intact' || prefix.verdict === 'unsound-inside';
    if (!isWhole || prefix.sealedBytes !== end) continue;
    const appended = reason('bytes-after-seal', `${bytes.length - end} bytes`);
    const { revisionEnds } = finding;
    return {
      ...prefix,
      verdict: 'altered-after-sealing',
      reasons: [appended, ...finding.reasons],
      // That of the beginning is known, that of the file is not.
      sha256: undefined,
      revisionEnds: revisionEnds.length > 0 ? revisionEnds : prefix.revisionEnds,
      report: {
        ...prefix.report,
        indication: { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' },
      },
    };
  }
  return finding;
}

async function tryToJudge(bytes: Uint8Array, options: JudgeOptions): Promise<Finding> {
  try {
    return await judgeFile(readPdf(bytes, options.limits), options);
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    return nothingGenuine('unreadable', [reason('not-well-formed', `${error.code} at byte ${error.offset}`)]);
  }
}

/** Step 1: the register of issued versions. A seal that holds on a version never issued is reported. */
async function compareWithKnown(
  bytes: Uint8Array,
  validation: Validation,
  known: { readonly sha256: string; readonly sizeBytes: number },
): Promise<Validation> {
  if (validation.sha256 === known.sha256) return { ...validation, knownVersion: 'identical' };
  const longer = bytes.length > known.sizeBytes;
  const continued = longer && (await fileDigest(bytes.subarray(0, known.sizeBytes))) === known.sha256;
  if (continued) return { ...validation, knownVersion: 'continued' };
  const reasons = [...validation.reasons, reason('known-version-differs')];
  return { ...validation, knownVersion: 'different', reasons };
}
