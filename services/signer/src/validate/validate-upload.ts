import type { TenantMoves } from '@lacre/access';
import type { AnswerOf } from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';
import type { DomainLog } from '@lacre/domain-log';
import { isUnsound } from '@lacre/pades';

import { embeddedView, withIssued } from '../embedded/embedded-views.ts';
import type { ReceivedFile } from '../intake/receive-file.ts';
import type { SealKeys } from '../keys/seal-keys.ts';
import { assertHere } from './assert-here.ts';
import { maskCertificateName } from './certificate-name.ts';
import { decideVerdict, holds, type FileEvidence, type ValidationVerdict } from './decide-verdict.ts';
import type { FileJudge } from './file-judge.ts';
import type { IssuedSeal, IssuedSeals } from './issued-seals.ts';
import type { JudgedFile, JudgedReport } from './judge-worker.ts';
import { publicDocument } from './public-document.ts';
import { explanationOf, nameAsProven, objectText, reasonText, ruleText } from './validation-wording.ts';

/** The largest upload with its evidence and whatever was appended to it, bytes. */
export const MAX_VALIDATED_BYTES = 40 * 1024 * 1024;

/**
 * What a file is to us, decided by its bytes, the seal in it, and the register of what was issued. A document sealed a
 * moment ago is known: before a file is called unknown, the register is brought up to the end of the log.
 *
 * @throws Refusal TENANT_MOVED for a file whose later proofs are at its account's new address
 */
export async function validateUpload(
  signer: { log: DomainLog; sealKeys: SealKeys; judge: FileJudge; tenantMoves: TenantMoves },
  issued: IssuedSeals,
  file: ReceivedFile,
  language: Language,
): Promise<AnswerOf<'validateDocument'>> {
  const { sha256 } = file;
  const judged = await signer.judge.judge(file.bytes);
  const embedded = judged === 'too-complex' ? [] : await withIssued(signer, issued, judged.embedded);
  const unsoundInside = embedded.some(isUnsound);
  const evidence = { ...(await withRegister(issued, judged, sha256)), unsoundInside };
  const decision = decideVerdict(evidence);
  if (decision.issued) await assertHere(signer, decision.issued);
  return {
    verdict: decision.verdict,
    explanation: explanationOf(decision, language),
    reasons: distinct(decision.reasons.map((reason) => reasonText(reason, language))),
    sha256,
    sizeBytes: file.bytes.length,
    genuineBytes: genuineBytes(evidence),
    document: decision.issued ? await publicDocument(signer.log, decision.issued) : null,
    embedded: isForeign(decision.verdict)
      ? []
      : embedded.map((signature) => embeddedView(signature, language)),
    laterSignatures: judged === 'too-complex' ? [] : judged.laterSignatures,
    stamps: judged === 'too-complex' ? [] : judged.stamps,
    seal: judged === 'too-complex' ? null : sealView(signer, judged, decision.verdict),
    report: judged === 'too-complex' ? null : reportText(judged.report, language),
  };
}

/**
 * @throws Error when the file was issued and its seal does not hold: then not the file but our list of certificates is
 *   at fault, and no verdict is better than a wrong one
 */
async function withRegister(
  issued: IssuedSeals,
  judged: JudgedFile | 'too-complex',
  sha256: string,
): Promise<Omit<FileEvidence, 'unsoundInside'>> {
  const sealed = judged === 'too-complex' ? null : judged.sealedSha256;
  if (sealed !== null && sealed !== sha256) {
    return { judged, identical: undefined, beginning: await findFresh(issued, sealed) };
  }
  const identical = sealed === null ? await issued.find(sha256) : await findFresh(issued, sha256);
  if (identical && (judged === 'too-complex' || !holds(judged))) {
    throw new Error(
      `issued file ${sha256} does not verify: is its certificate missing from the keys' folder?`,
    );
  }
  return { judged, identical, beginning: undefined };
}

async function findFresh(issued: IssuedSeals, sha256: string): Promise<IssuedSeal | undefined> {
  const known = await issued.find(sha256);
  if (known) return known;
  await issued.catchUp();
  return issued.find(sha256);
}

/** Of a file without a seal that holds nothing is said. */
const isForeign = (verdict: ValidationVerdict): boolean => verdict === 'not-ours' || verdict === 'unreadable';

/** What of the file was issued, and may be kept without the rest. */
function genuineBytes({ judged, identical, beginning }: Omit<FileEvidence, 'unsoundInside'>): number | null {
  const issued = identical ?? beginning;
  return judged === 'too-complex' || !issued ? null : judged.sealedBytes;
}

function reportText(report: JudgedReport | null, language: Language): AnswerOf<'validateDocument'>['report'] {
  if (!report) return null;
  const revisions = report.revisions.map((revision) =>
    Object.assign(revision, {
      by: revision.by.map(maskCertificateName).map((name) => nameAsProven(name, revision.reasons, language)),
      reasons: distinct(revision.reasons.map((reason) => reasonText(reason, language))),
      changes: revision.changes.map((change) =>
        Object.assign(change, {
          what: objectText(change.what, language),
          allowedBy: ruleText(change.allowedBy, language),
        }),
      ),
    }),
  );
  return { ...report, revisions };
}

/** Several objects may be at fault in the same way: it is said once. */
const distinct = (reasons: { code: string; text: string }[]): { code: string; text: string }[] =>
  reasons.filter(({ text }, index) => reasons.findIndex((other) => other.text === text) === index);

function sealView(
  signer: { sealKeys: SealKeys },
  { seal, report }: JudgedFile,
  verdict: ValidationVerdict,
): AnswerOf<'validateDocument'>['seal'] {
  // An invalid seal is attributed to no one.
  if (!seal || verdict === 'not-ours' || verdict === 'unreadable') return null;
  return {
    level: report?.level ?? null,
    certificateSubject: seal.subject,
    certificateIssuer: seal.issuer,
    localAuthority: signer.sealKeys.localCertificates.has(seal.certificateSha256),
  };
}
