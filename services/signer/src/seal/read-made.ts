import { streams, type DataOf } from '@lacre/contracts';

import type { SignerContext } from '../dependencies.ts';
import { readMade } from './seal-event.ts';

export type EvidenceFile = DataOf<'EvidenceSealed'>;
export type PartialCopy = DataOf<'PartialCopySealed'>;

/** The evidence of a document in a file of its own, once somebody has asked for it. */
export async function readEvidence(
  { log }: Pick<SignerContext, 'log'>,
  documentId: string,
): Promise<EvidenceFile | undefined> {
  return (await readMade(log, streams.evidence(documentId)))?.data;
}

/** A sealed copy of a document that was pending. */
export async function readPartialCopy(
  { log }: Pick<SignerContext, 'log'>,
  copyId: string,
): Promise<PartialCopy | undefined> {
  return (await readMade(log, streams.partialCopy(copyId)))?.data;
}
