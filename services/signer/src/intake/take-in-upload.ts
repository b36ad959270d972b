import { randomUUID } from 'node:crypto';

import type { UserPrincipal } from '@lacre/access';
import type { BlobStore } from '@lacre/blob-store';
import type { AnswerOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';
import { isUnsound } from '@lacre/pades';
import { issueProof, type ProofClaims, type ProofSecret } from '@lacre/proofs';

import { embeddedView, withIssued } from '../embedded/embedded-views.ts';
import { unsoundDetail } from '../embedded/embedded-wording.ts';
import type { IssuedSeals } from '../validate/issued-seals.ts';
import { documentName } from './file-name.ts';
import { REFUSALS, signatureUnsound, type IntakeRefusal } from './intake-refusal.ts';
import type { OfficeQueue } from './office/office-queue.ts';
import type { ReceivedFile } from './receive-file.ts';
import { MEDIA_TYPES, sniffType } from './sniff-type.ts';
import type { PdfIntake } from './take-in-pdf.ts';

/** How long an upload may wait for its process. */
export const PROOF_LIFE_SECONDS = 24 * 3600;

/** What an upload is taken in with. */
export interface UploadParts {
  readonly intake: PdfIntake;
  readonly office: OfficeQueue;
  readonly blobs: BlobStore;
  readonly issued: IssuedSeals;
  readonly log: DomainLog;
  readonly proofSecret: ProofSecret;
  readonly now: () => Date;
}

/**
 * Makes of an upload what signers will see, stores both, and vouches for them.
 *
 * @param filledFrom of a template's text, when that is what it was made of
 * @throws Refusal with the message for the uploader
 */
export async function takeInUpload(
  signer: UploadParts,
  principal: UserPrincipal,
  file: ReceivedFile,
  filledFrom?: ProofClaims<'upload'>['filledFrom'],
): Promise<AnswerOf<'uploadDocument'>> {
  const { facts, mediaType, ...view } = await takenIn(signer, principal.tenantId, file);
  const proof = await issueProof(
    'upload',
    { ...facts, mediaType, tenantId: principal.tenantId, userId: principal.sub, filledFrom },
    { secret: signer.proofSecret, expiresInSeconds: PROOF_LIFE_SECONDS, now: signer.now() },
  );
  return { ...facts, ...view, proof };
}

/**
 * Makes of a file what signers will see, and stores both.
 *
 * @throws Refusal with the message for the uploader
 */
export async function takenIn(signer: UploadParts, tenantId: string, file: ReceivedFile) {
  const { pdf: source, mediaType } = await asPdf(signer, tenantId, file.bytes);
  const { password, mayLiftRestrictions = false } = file;
  const taken = await signer.intake.takeIn(source, { password, mayLiftRestrictions });
  if (!taken.ok) throw refusal(taken.refusal);
  const signatures = await withIssued(signer, signer.issued, taken.signatures);
  const unsound = signatures.filter(isUnsound);
  if (unsound.length > 0) throw refusal(signatureUnsound(unsoundDetail(unsound)));
  // The source first: a crash in between leaves blobs that nothing names, never a proof of bytes that are not there.
  const [{ sha256: sourceSha256 }, { sha256, sizeBytes }] = [
    await signer.blobs.put(file.bytes),
    await signer.blobs.put(taken.pdf),
  ];
  if (sourceSha256 !== file.sha256) throw new Error('the stored upload is not what came in');
  const { pages, alreadySigned, normalised, removed } = taken;
  const uploadId = randomUUID();
  const name = documentName(file.sentName);
  const facts = {
    uploadId,
    name,
    sha256,
    sourceSha256,
    sizeBytes,
    pages,
    alreadySigned,
    ...(taken.printsOtherwise ? { printsOtherwise: true as const } : {}),
    ...(taken.restrictionsLifted ? { restrictionsLifted: taken.restrictionsLifted } : {}),
  };
  const view = { signatures: signatures.map((signature) => embeddedView(signature)), removed };
  return { facts, mediaType, normalised: normalised || source !== file.bytes, ...view };
}

async function asPdf(
  signer: { office: OfficeQueue; intake: PdfIntake },
  tenantId: string,
  bytes: Buffer,
): Promise<{ pdf: Buffer; mediaType: string }> {
  const type = sniffType(bytes);
  if (type === 'unknown') throw refusal(REFUSALS.typeNotAllowed);
  if (type === 'office-encrypted') throw refusal(REFUSALS.officeEncrypted);
  const mediaType = MEDIA_TYPES[type];
  if (type === 'pdf') return { pdf: bytes, mediaType };
  const problem = type === 'doc' ? undefined : await signer.intake.officeProblem(bytes);
  if (problem) throw refusal(problem);
  const converted = await signer.office(tenantId, bytes, type);
  if (!converted.ok) throw refusal(converted.refusal);
  return { pdf: converted.pdf, mediaType };
}

/** As the uploader reads it. */
export const refusal = ({ code, ...words }: IntakeRefusal): Refusal => new Refusal(code, words);
