import { streams, type DataOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

import { readMade } from '../seal-event.ts';

export type EvidenceFile = DataOf<'EvidenceSealed'>;
export type PartialCopy = DataOf<'PartialCopySealed'>;

/** The evidence of a document in a file of its own, once it has been asked for. */
export async function readEvidence(
  { log }: { log: DomainLog },
  documentId: string,
): Promise<EvidenceFile | undefined> {
  return (await readMade(log, streams.evidence(documentId)))?.data;
}

/** A sealed copy of a document that was pending. */
export async function readPartialCopy(
  { log }: { log: DomainLog },
  copyId: string,
): Promise<PartialCopy | undefined> {
  return (await readMade(log, streams.partialCopy(copyId)))?.data;
}
