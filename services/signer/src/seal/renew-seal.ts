import { randomUUID } from 'node:crypto';

import type { BlobStore } from '@lacre/blob-store';
import { streams, type DataOf, type SealRevision } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { notBefore, WrongExpectedRevision } from '@lacre/event-store';
import { appendValidationData, type GrowingPdf } from '@lacre/pades';
import { Unprocessable } from '@lacre/work-queue';

import type { RevocationSource } from '../authorities/revocation.ts';
import type { TimeStamping } from '../authorities/time-stamping.ts';
import { sha256Of } from '../keys/certificate-hash.ts';
import type { SealKeys } from '../keys/seal-keys.ts';
import type { FileJudge } from '../validate/file-judge.ts';
import { openFile } from './open-file.ts';
import { checkOwnSeal } from './revisions/check-own-seal.ts';
import { revisionOf, stampFile, type Revision } from './revisions/make-revisions.ts';
import { provableUntil } from './revisions/provable-until.ts';
import { sealEvent } from './seal-event.ts';
import { readSealRecord, sealedFile, type SealRecord } from './seal-record.ts';

/** A proof that lasts longer than this needs no renewal yet: a repeated request finds it done. */
const RENEWED_RECENTLY_MS = 91 * 86_400_000;

/** Another time stamp by this authority would not last longer: it takes one with a newer certificate or algorithm. */
class RenewalFutile extends Error {
  override readonly name = 'RenewalFutile';
}

/**
 * Renews the proof of an archived seal (ETSI EN 319 142-1, 5.5): proof that the last time stamp's certificates are
 * good, taken while their authority can still say so, under a new time stamp over everything.
 *
 * Commit point: the append of SealRenewed, expecting the seal stream as it was read. Of two renewals one wins.
 *
 * @throws Unprocessable when the document has no archived seal; AuthorityUnavailable, TimeStampError, RenewalFutile to
 *   be tried again
 */
export async function renewSeal(
  signer: {
    log: DomainLog;
    now: () => Date;
    blobs: BlobStore;
    sealKeys: SealKeys;
    timeStamping: TimeStamping;
    revocation: RevocationSource;
    judge: FileJudge;
  },
  documentId: string,
): Promise<void> {
  const record = await readSealRecord(signer.log, documentId);
  const before = sealedFile(record);
  const { produced, archived } = record;
  if (!before || !produced || !archived) throw new Unprocessable(`${documentId} has no archived seal`);
  const until = Date.parse((record.renewals.at(-1) ?? archived).provableUntil);
  if (until - signer.now().getTime() > RENEWED_RECENTLY_MS) return;
  const file = await openFile(signer.blobs, before.parts);
  const revisions: SealRevision[] = [];
  const grow = (kind: SealRevision['kind'], revision: Revision) => {
    file.append(revision);
    revisions.push(revisionOf(kind, revision, file));
  };
  const proofs = await proofsOfLastStamp(signer, file, record, archived);
  if (proofs) grow('validation-data', proofs);
  const { revision, stamp } = await stampFile(signer, file);
  const provable = provableUntil(stamp.certificate);
  if (provable.getTime() <= until) {
    throw new RenewalFutile(
      `a time stamp by ${stamp.authority} proves nothing beyond ${provable.toISOString()}`,
    );
  }
  grow('time-stamp', revision);
  await checkOwnSeal(signer, file, 'B-LTA');
  const { processId, tenantId, validationCode } = produced;
  await commit(signer, record, {
    documentId,
    processId,
    tenantId,
    revisions,
    pack: await signer.blobs.put(file.pdf.subarray(before.sizeBytes)),
    sha256: file.sha256,
    sizeBytes: file.sizeBytes,
    validationCode,
    stamp: {
      time: stamp.time.toISOString(),
      authority: stamp.authority,
      certificateSha256: sha256Of(stamp.certificate),
    },
    provableUntil: provable.toISOString(),
    renewedAt: notBefore(signer.now().toISOString(), record.lastAt),
  });
}

async function proofsOfLastStamp(
  signer: { sealKeys: SealKeys; revocation: RevocationSource },
  file: GrowingPdf,
  { renewals }: SealRecord,
  archived: DataOf<'SealArchived'>,
): Promise<Revision | undefined> {
  const { certificateSha256 } = renewals.at(-1)?.stamp ?? archived;
  const proofs = await signer.revocation.proofs(signer.sealKeys.path('time-stamp', certificateSha256));
  return appendValidationData({ ...file.soFar, ...proofs });
}

async function commit(
  signer: { log: DomainLog },
  record: SealRecord,
  data: DataOf<'SealRenewed'>,
): Promise<void> {
  const stream = streams.seal(data.documentId);
  const id = randomUUID();
  const { tenantId, renewedAt: occurredAt } = data;
  const event = sealEvent(id, { type: 'SealRenewed', data }, { occurredAt, tenantId, correlationId: id });
  try {
    await signer.log.append(stream, [event], { expected: record.revision });
  } catch (error) {
    // Another renewal came first.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}
