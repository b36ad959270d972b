import { streams, type DataOf, type SealFailure } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { derivedId, WrongExpectedRevision } from '@lacre/event-store';
import { PdfSyntaxError, SealRefusedError, type SealRefusal } from '@lacre/pades';

import { readProcess } from '../../process/process-record.ts';
import { sealEvent } from '../seal-event.ts';
import { readSealRecord } from '../seal-record.ts';

/** Refusals that are about the document: it stays as it is, so the answer stays the same. Others are about keys and time. */
const ABOUT_DOCUMENT: ReadonlySet<SealRefusal> = new Set<SealRefusal>([
  'encrypted',
  'certified-no-changes',
  'certified-no-pages',
  'signed-no-pages',
  'no-pages',
  'too-large',
  'security-store-malformed',
]);

export interface FailedSeal {
  reason: SealFailure;
  detail: string;
}

/** Why repeating the seal cannot help; undefined for what passes by itself or can be mended. */
export function sealFailureOf(error: unknown): FailedSeal | undefined {
  if (error instanceof PdfSyntaxError) {
    const reason = error.code === 'role-conflict' ? 'document-takes-no-seal' : 'document-unreadable';
    return { reason, detail: error.code };
  }
  if (error instanceof SealRefusedError && ABOUT_DOCUMENT.has(error.code))
    return { reason: 'document-takes-no-seal', detail: error.code };
  return undefined;
}

/**
 * Ends a document's way to its seal.
 *
 * Commit point: the append of SealFailed, expecting the stream as it was read. A crash before it leaves the job open, which
 * fails again; after it the process takes the failure in by a job of its own.
 */
export async function failSeal(
  signer: { log: DomainLog; now: () => Date },
  processId: string,
  documentId: string,
  { reason, detail }: FailedSeal,
): Promise<void> {
  const record = await readSealRecord(signer.log, documentId);
  if (record.failed || record.produced) return;
  const process = await readProcess(signer.log, processId);
  const completed = process?.find('DocumentCompleted', documentId);
  if (!process || !completed) throw new Error(`document ${documentId} is not completed`);
  const { tenantId } = process.created;
  const data: DataOf<'SealFailed'> = { documentId, processId, tenantId, reason, detail };
  const event = sealEvent(
    derivedId('seal-failed', documentId),
    { type: 'SealFailed', data },
    {
      occurredAt: signer.now().toISOString(),
      correlationId: completed.metadata.correlationId,
      causationId: completed.id,
      tenantId,
    },
  );
  try {
    await signer.log.append(streams.seal(documentId), [event], { expected: record.revision });
  } catch (error) {
    // Another worker went on with the seal: its outcome counts.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}
