import type { BlobStore } from '@lacre/blob-store';
import type { DataOf, SealRevision } from '@lacre/contracts';
import type { GrowingPdf } from '@lacre/pades';

import type { RevocationSource } from '../../authorities/revocation.ts';
import type { TimeStamping } from '../../authorities/time-stamping.ts';
import { sha256Of } from '../../keys/certificate-hash.ts';
import type { SealKeys } from '../../keys/seal-keys.ts';
import type { FileJudge } from '../../validate/file-judge.ts';
import { checkOwnSeal } from '../revisions/check-own-seal.ts';
import {
  addValidationData,
  revisionOf,
  signFile,
  stampFile,
  stampSignature,
  type Revision,
} from '../revisions/make-revisions.ts';
import type { SealedWith, SealPlan } from '../revisions/render-evidence.ts';
import type { SealPolicy } from '../seal-policy.ts';

/** What an event says of a sealed file. */
type SealedFile = Pick<
  DataOf<'EvidenceSealed'>,
  | 'sha256'
  | 'sizeBytes'
  | 'level'
  | 'certificateSha256'
  | 'validationCode'
  | 'sealedAt'
  | 'revisions'
  | 'pack'
>;

/** What a file is sealed with. */
export interface SealingParts {
  readonly blobs: BlobStore;
  readonly judge: FileJudge;
  readonly sealKeys: SealKeys;
  readonly sealPolicy: SealPolicy;
  readonly timeStamping: TimeStamping;
  readonly revocation: RevocationSource;
  readonly now: () => Date;
}

/**
 * Every step of a seal, one after the other, in memory; what they add is stored as one blob.
 *
 * @throws AuthorityUnavailable, TimeStampError, RevocationUnknown, SealCertificateExpired, SealUnsound
 */
export async function sealAtOnce(
  signer: SealingParts,
  file: GrowingPdf,
  plan: SealPlan,
  evidence: SealedWith,
): Promise<SealedFile> {
  const revisions: SealRevision[] = [];
  const sourceBytes = file.sizeBytes;
  const grow = (kind: SealRevision['kind'], revision: Revision) => {
    file.append(revision);
    revisions.push(revisionOf(kind, revision, file));
  };
  const staged = await signFile(signer, file, plan, evidence);
  const whole = async (): Promise<SealedFile> => {
    await checkOwnSeal(signer, file, plan.level);
    return {
      sha256: file.sha256,
      sizeBytes: file.sizeBytes,
      level: plan.level,
      certificateSha256: signer.sealKeys.certificateSha256,
      validationCode: plan.validationCode,
      sealedAt: plan.sealingTime.toISOString(),
      revisions,
      pack: await signer.blobs.put(file.pdf.subarray(sourceBytes)),
    };
  };
  if (plan.level === 'B-B') {
    grow('seal', staged);
    return whole();
  }
  const { revision: seal, stamp } = await stampSignature(signer, staged);
  grow('seal', seal);
  if (plan.level === 'B-T') return whole();
  const paths = {
    seal: signer.sealKeys.path('seal', signer.sealKeys.certificateSha256),
    timeStamp: signer.sealKeys.path('time-stamp', sha256Of(stamp.certificate)),
  };
  grow('validation-data', (await addValidationData(signer, file, seal.tail, paths)).revision);
  if (plan.level === 'B-LTA') grow('time-stamp', (await stampFile(signer, file)).revision);
  return whole();
}
