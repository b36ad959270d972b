import type { DataOf } from '@lacre/contracts';
import type { SealLevel } from '@lacre/contracts/seal-steps';
import { inSpan } from '@lacre/tracing';
import { Unprocessable } from '@lacre/work-queue';

import type { Stamp } from '../authorities/time-stamping.ts';
import { sha256Of } from '../keys/certificate-hash.ts';
import { assertValid } from '../keys/seal-keys.ts';
import { readProcess } from '../process/process-record.ts';
import { checkOwnSeal } from './revisions/check-own-seal.ts';
import { addValidationData, signFile, stampFile, stampSignature } from './revisions/make-revisions.ts';
import { provableUntil } from './revisions/provable-until.ts';
import { planOf, renderEvidence, type Evidence, type SealPlan } from './revisions/render-evidence.ts';
import { readSealRecord, unsealed, type SealRecord } from './seal-record.ts';
import { SealStepConflict, SealWork, StepLost, type SealParts } from './seal-work.ts';

/**
 * Seals a completed document at the wanted level, from the last step that is done. Each step is committed by its own
 * event in the seal stream (see {@link SealWork.commit}): a crash anywhere repeats at most one step, and an authority
 * that is away delays its own step and undoes none before it. Of two that seal at once, each step is taken by one.
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
  if (known.produced) return known.produced;
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
  return work.record.produced;
}

/** Where the document stands after a step that another came before, or that lacks what the one before it left. */
async function recordAfter(error: unknown, { signer, record }: SealWork): Promise<SealRecord> {
  if (!(error instanceof SealStepConflict) && !(error instanceof StepLost)) throw error;
  const { documentId, revision } = record;
  const now = await readOpenRecord(signer, documentId);
  if (error instanceof SealStepConflict || now.revision !== revision) return now;
  signer.logger.warn({ err: error, documentId }, 'a file of a step is lost: the seal begins anew');
  return unsealed(now);
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
  await work.commit({
    type: 'SealRendered',
    data: {
      ...work.reference,
      sourceSha256: document.sha256,
      level: plan.level,
      validationCode: plan.validationCode,
      sealingTime: plan.sealingTime.toISOString(),
      ...(evidence ? { evidence: await stored(work, evidence) } : {}),
    },
  });
}

async function stored(
  work: SealWork,
  { pages, facts, payload }: Evidence,
): Promise<NonNullable<DataOf<'SealRendered'>['evidence']>> {
  const [first, second, third] = await Promise.all([pages, facts, payload].map((bytes) => work.store(bytes)));
  if (!first || !second || !third) throw new Error('three files were stored');
  return { pagesSha256: first.sha256, factsSha256: second.sha256, payloadSha256: third.sha256 };
}

async function evidenceOf(work: SealWork): Promise<Evidence | undefined> {
  const evidence = work.record.rendered?.evidence;
  if (!evidence || work.evidence) return work.evidence;
  const [pages, facts, payload] = await Promise.all(
    [evidence.pagesSha256, evidence.factsSha256, evidence.payloadSha256].map((sha256) => work.read(sha256)),
  );
  if (!pages || !facts || !payload) throw new Error('three files were read');
  return { pages, facts, payload };
}

async function sign(work: SealWork, plan: SealPlan): Promise<void> {
  const { signer } = work;
  const revision = await signFile(signer, await work.file(), plan, await evidenceOf(work));
  work.staged = revision;
  const whole = plan.level === 'B-B';
  const data = {
    ...work.reference,
    tail: whole ? await work.add('seal', revision) : await work.store(revision.tail),
    certificateSha256: signer.sealKeys.certificateSha256,
    localAuthority: signer.sealKeys.localAuthority,
  };
  const signed = { type: 'SealSigned', data } as const;
  if (!whole) return work.commit(signed);
  await checkOwnSeal(signer, await work.file(), plan.level);
  await work.commit(signed, produced(work, data, plan));
}

async function timeStamp(work: SealWork, signed: DataOf<'SealSigned'>): Promise<void> {
  const staged = work.staged ?? { tail: await work.read(signed.tail.sha256) };
  const { revision, stamp } = await stampSignature(work.signer, staged);
  const event = {
    type: 'SealTimeStamped',
    data: { ...work.reference, tail: await work.add('seal', revision), ...stampOf(stamp) },
  } as const;
  if (!isLevel(work, 'B-T')) return work.commit(event);
  await checkOwnSeal(work.signer, await work.file(), 'B-T');
  await work.commit(event, produced(work, signed));
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
  const event = {
    type: 'SealValidationDataAdded',
    data: { ...work.reference, tail: await work.add('validation-data', revision), ...counts },
  } as const;
  if (!isLevel(work, 'B-LT')) return work.commit(event);
  await checkOwnSeal(signer, file, 'B-LT');
  await work.commit(event, produced(work));
}

async function archive(work: SealWork): Promise<void> {
  const { revision, stamp } = await stampFile(work.signer, await work.file());
  const until = provableUntil(stamp.certificate).toISOString();
  const tail = await work.add('time-stamp', revision);
  await checkOwnSeal(work.signer, await work.file(), 'B-LTA');
  await work.commit(
    {
      type: 'SealArchived',
      data: { ...work.reference, tail, ...stampOf(stamp), provableUntil: until },
    },
    produced(work, undefined, undefined, until),
  );
}

const isLevel = ({ record }: SealWork, level: SealLevel): boolean => record.rendered?.level === level;

const stampOf = ({ time, authority, certificate }: Stamp) => ({
  time: time.toISOString(),
  authority,
  certificateSha256: sha256Of(certificate),
});

/** The event that makes the file the document's, from what the steps before it settled. */
function produced(
  work: SealWork,
  signed = work.record.signed,
  plan: Pick<DataOf<'SealRendered'>, 'level' | 'validationCode'> | undefined = work.record.rendered,
  until?: string,
): { type: 'SealProduced'; data: DataOf<'SealProduced'> } {
  const { rendered } = work.record;
  const last = work.revisions.at(-1);
  if (!rendered || !signed || !plan || !last) throw new Error('a seal is produced by its last step');
  const sizeBytes =
    work.document.sizeBytes + work.revisions.reduce((sum, { sizeBytes: size }) => sum + size, 0);
  return {
    type: 'SealProduced',
    data: {
      ...work.reference,
      sourceSha256: work.document.sha256,
      sha256: last.fileSha256,
      sizeBytes,
      level: plan.level,
      certificateSha256: signed.certificateSha256,
      validationCode: plan.validationCode,
      sealedAt: rendered.sealingTime,
      revisions: [...work.revisions],
      ...(until === undefined ? {} : { provableUntil: until }),
    },
  };
}
