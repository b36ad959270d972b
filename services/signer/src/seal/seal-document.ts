import type { DataOf, SealRevision, StreamEvents } from '@lacre/contracts';
import type { SealLevel } from '@lacre/contracts/seal-steps';
import { inSpan } from '@lacre/tracing';
import { Unprocessable } from '@lacre/work-queue';

import type { Stamp } from '../authorities/time-stamping.ts';
import { sha256Of } from '../keys/certificate-hash.ts';
import { assertValid } from '../keys/seal-keys.ts';
import { readProcess } from '../process/process-record.ts';
import { removeSteps } from './remove-steps.ts';
import { checkOwnSeal } from './revisions/check-own-seal.ts';
import {
  addValidationData,
  blobOf,
  signFile,
  stampFile,
  stampSignature,
  type Revision,
} from './revisions/make-revisions.ts';
import { provableUntil } from './revisions/provable-until.ts';
import { planOf, renderEvidence, type Evidence, type SealPlan } from './revisions/render-evidence.ts';
import { readSealRecord, unsealed, type SealRecord } from './seal-record.ts';
import { SealStepConflict, SealWork, StepLost, type SealParts } from './seal-work.ts';

/**
 * Seals a completed document at the wanted level, from the last step that is done. Steps are events of the seal stream, and
 * are committed together (see {@link SealWork.commit}): with the last, before one that has to wait, as for an authority that is
 * away, and after a time stamp by an authority outside, which may have its price. So a crash repeats what takes
 * milliseconds, and an authority that is away undoes no step before its own. Of two that seal at once, one commits.
 *
 * What committed steps left for each other is removed once the file is made.
 *
 * Where a file of a step is lost, as in a store that is older than the log or newer, the seal begins anew: no file of it
 * was handed out yet. SealRendered is appended again, expecting the stream as it was when the file was missed, so that
 * nothing is begun anew that another went on with or ended.
 *
 * @returns the seal the document has from now on, made here or by another process
 * @throws Unprocessable when the log says there is nothing to seal; AuthorityUnavailable, TimeStampError,
 *   RevocationUnknown, SealCertificateExpired while a step has to wait
 */
export async function sealDocument(
  signer: SealParts,
  processId: string,
  documentId: string,
): Promise<DataOf<'SealProduced'>> {
  const known = await readOpenRecord(signer, documentId);
  if (known.produced) {
    await removeSteps(signer, known);
    return known.produced;
  }
  const process = await readProcess(signer.log, processId);
  const document = process?.document(documentId);
  const completed = process?.find('DocumentCompleted', documentId);
  if (!process || !document || !completed) {
    throw new Unprocessable(`document ${documentId} of process ${processId} is not completed`);
  }
  const cause = { id: completed.id, correlationId: completed.metadata.correlationId };
  let work = new SealWork(signer, { process, document, cause }, known);
  while (!work.record.produced) {
    try {
      await nextStep(work);
    } catch (error) {
      work = new SealWork(signer, work, await recordAfter(error, work));
    }
  }
  if (work.hasLeft) await removeSteps(signer, work.record);
  return work.record.produced;
}

/**
 * Where the document stands after a step that another came before, or that lacks what the one before it left. Any other
 * failure is thrown on, the steps before it committed.
 */
async function recordAfter(error: unknown, work: SealWork): Promise<SealRecord> {
  const { signer, committed, record } = work;
  if (!(error instanceof SealStepConflict) && !(error instanceof StepLost)) {
    await commitUnlessAnotherDid(work);
    throw error;
  }
  const { documentId } = record;
  const now = await readOpenRecord(signer, documentId);
  if (error instanceof SealStepConflict || now.revision !== committed) return now;
  signer.logger.warn({ err: error, documentId }, 'a file of a step is lost: the seal begins anew');
  return unsealed(now);
}

async function commitUnlessAnotherDid(work: SealWork): Promise<void> {
  try {
    await work.commit();
  } catch (error) {
    if (!(error instanceof SealStepConflict)) throw error;
  }
}

/** @throws Unprocessable when the document can never be sealed */
async function readOpenRecord({ log }: SealParts, documentId: string): Promise<SealRecord> {
  const record = await readSealRecord(log, documentId);
  if (record.failed)
    throw new Unprocessable(`document ${documentId} can never be sealed: ${record.failed.detail}`);
  return record;
}

async function nextStep(work: SealWork): Promise<void> {
  const { rendered, signed, timeStamped, validationData } = work.record;
  const step = (name: string, done: () => Promise<void>): Promise<void> => inSpan(`seal ${name}`, {}, done);
  if (!rendered) return step('render', () => render(work));
  const plan: SealPlan = { ...rendered, sealingTime: new Date(rendered.sealingTime) };
  if (!signed) return step('sign', () => sign(work, plan));
  if (!timeStamped) return step('time-stamp', () => timeStamp(work, signed));
  if (!validationData) return step('validation-data', () => keepValidationData(work, timeStamped));
  return step('archive', () => archive(work));
}

async function render(work: SealWork): Promise<void> {
  const { signer, document } = work;
  // Before anything is drawn: the pages name the certificate.
  assertValid(signer.sealKeys.signer.certificate, signer.now());
  const plan = planOf(signer, document.documentId, work.process);
  // What others have signed takes the seal alone: pages or files added to it would show as changes to what they
  // signed. Its evidence is a file beside it, made when it is asked for.
  const evidence = document.alreadySigned
    ? undefined
    : await renderEvidence(signer, work.process, document, plan);
  work.evidence = evidence;
  const pack = evidence && Buffer.concat([evidence.pages, evidence.facts, evidence.payload]);
  work.made(
    {
      type: 'SealRendered',
      data: {
        ...work.reference,
        sourceSha256: document.sha256,
        level: plan.level,
        validationCode: plan.validationCode,
        sealingTime: plan.sealingTime.toISOString(),
        ...(evidence && pack ? { evidence: { pack: { ...blobOf(pack), ...partSizesOf(evidence) } } } : {}),
      },
    },
    pack,
  );
}

/** Sizes of the first parts of the pack; the payload is the rest. */
const partSizesOf = ({ pages, facts }: Evidence) => ({ pagesBytes: pages.length, factsBytes: facts.length });

/** @throws StepLost */
async function evidenceOf(work: SealWork): Promise<Evidence | undefined> {
  const evidence = work.record.rendered?.evidence;
  if (!evidence || work.evidence) return work.evidence;
  const { pack } = evidence;
  if (!pack) throw new StepLost('the evidence was stored by an earlier release');
  const bytes = await work.read(pack.sha256);
  const factsEnd = pack.pagesBytes + pack.factsBytes;
  return {
    pages: bytes.subarray(0, pack.pagesBytes),
    facts: bytes.subarray(pack.pagesBytes, factsEnd),
    payload: bytes.subarray(factsEnd),
  };
}

async function sign(work: SealWork, plan: SealPlan): Promise<void> {
  const { signer } = work;
  const revision = await signFile(signer, await work.file(), plan, await evidenceOf(work));
  work.staged = revision;
  const { certificateSha256, localAuthority } = signer.sealKeys;
  const signed = (tail: Tail) =>
    ({ type: 'SealSigned', data: { ...work.reference, tail, certificateSha256, localAuthority } }) as const;
  // Before its time stamp it is no part of the file, unless it is to have none.
  if (plan.level !== 'B-B') return work.made(signed(blobOf(revision.tail)), revision.tail);
  return addRevision(work, { kind: 'seal', revision, level: 'B-B', certificateSha256 }, signed);
}

async function timeStamp(work: SealWork, signed: DataOf<'SealSigned'>): Promise<void> {
  const staged = work.staged ?? { tail: await work.read(signed.tail.sha256) };
  const { revision, stamp } = await stampSignature(work.signer, staged);
  await addRevision(work, { kind: 'seal', revision, level: 'B-T' }, (tail) => ({
    type: 'SealTimeStamped',
    data: { ...work.reference, tail, ...stampOf(stamp) },
  }));
  if (!work.signer.timeStamping.local) await work.commit();
}

async function keepValidationData(work: SealWork, stamped: DataOf<'SealTimeStamped'>): Promise<void> {
  const { signer, record, document } = work;
  const file = await work.file();
  const sealRevision = file.pdf.subarray(document.sizeBytes, document.sizeBytes + stamped.tail.sizeBytes);
  const seal = signer.sealKeys.path('seal', record.signed?.certificateSha256 ?? '');
  const timeStamping = signer.sealKeys.path('time-stamp', stamped.certificateSha256);
  const { revision, ...counts } = await addValidationData(signer, file, sealRevision, {
    seal,
    timeStamp: timeStamping,
  });
  await addRevision(work, { kind: 'validation-data', revision, level: 'B-LT' }, (tail) => ({
    type: 'SealValidationDataAdded',
    data: { ...work.reference, tail, ...counts },
  }));
}

async function archive(work: SealWork): Promise<void> {
  const { revision, stamp } = await stampFile(work.signer, await work.file());
  const until = provableUntil(stamp.certificate).toISOString();
  await addRevision(work, { kind: 'time-stamp', revision, level: 'B-LTA', provableUntil: until }, (tail) => ({
    type: 'SealArchived',
    data: { ...work.reference, tail, ...stampOf(stamp), provableUntil: until },
  }));
}

type Tail = DataOf<'SealSigned'>['tail'];

interface StepRevision extends Pick<DataOf<'SealProduced'>, 'provableUntil'> {
  kind: SealRevision['kind'];
  revision: Revision;
  /** That the file has with it. */
  level: SealLevel;
  /** Of the signature, where the step before has not said it. */
  certificateSha256?: string;
}

/** The revision becomes part of the file, which at the wanted level is whole, and the document's. */
async function addRevision(
  work: SealWork,
  { kind, revision, level, ...settled }: StepRevision,
  stepOf: (tail: Tail) => StreamEvents['seal'],
): Promise<void> {
  const { sha256, sizeBytes } = await work.add(kind, revision);
  const isLast = work.record.rendered?.level === level;
  const last = isLast ? await produced(work, level, settled) : undefined;
  work.made(stepOf({ sha256, sizeBytes }), revision.tail);
  if (!last) return;
  work.made(last);
  await work.commit();
}

const stampOf = ({ time, authority, certificate }: Stamp) => ({
  time: time.toISOString(),
  authority,
  certificateSha256: sha256Of(certificate),
});

/**
 * The event that makes the file the document's, from what the steps before it settled, once it is judged and its pack stored.
 *
 * @throws SealUnsound, BlobStoreUnavailable
 */
async function produced(
  work: SealWork,
  level: SealLevel,
  {
    certificateSha256 = work.record.signed?.certificateSha256,
    ...until
  }: Pick<StepRevision, 'certificateSha256' | 'provableUntil'>,
): Promise<{ type: 'SealProduced'; data: DataOf<'SealProduced'> }> {
  const { rendered } = work.record;
  const file = await work.file();
  const [pack] = await Promise.all([work.pack(), checkOwnSeal(work.signer, file, level)]);
  const { sha256, sizeBytes } = file;
  if (!rendered || certificateSha256 === undefined) throw new Error('a seal is produced by its last step');
  return {
    type: 'SealProduced',
    data: {
      ...work.reference,
      sourceSha256: work.document.sha256,
      sha256,
      sizeBytes,
      level,
      certificateSha256,
      validationCode: rendered.validationCode,
      sealedAt: rendered.sealingTime,
      revisions: [...work.revisions],
      pack,
      ...until,
    },
  };
}
