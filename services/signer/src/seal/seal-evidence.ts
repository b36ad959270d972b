import { streams, type DataOf, type EventMetadata, type ProcessDocument } from '@lacre/contracts';
import { derivedId, WrongExpectedRevision, type JsonObject } from '@lacre/event-store';

import type { Signer } from '../dependencies.ts';
import { entryOf, type ProcessRecord } from '../process/process-record.ts';
import { openFile } from './open-file.ts';
import { renderEvidence, type SealPlan } from './render-evidence.ts';
import { sealAtOnce } from './seal-at-once.ts';
import { validationCode } from './validation-code.ts';

export type EvidenceFile = DataOf<'EvidenceSealed'>;

/**
 * The evidence pages of a sealed document that takes no pages of its own, as a sealed file beside it. It is made when it
 * is first asked for, at once or not at all, and is the same ever after.
 *
 * Commit point: the append of EvidenceSealed, expecting no such stream.
 *
 * @param seal of the document that the pages go beside
 * @throws AuthorityUnavailable, TimeStampError, RevocationUnknown, SealCertificateExpired
 */
export async function sealEvidence(
  signer: Signer,
  process: ProcessRecord,
  document: ProcessDocument,
  seal: DataOf<'SealProduced'>,
): Promise<EvidenceFile> {
  const known = await readEvidence(signer, document.documentId);
  if (known) return known;
  const made = await makeEvidence(signer, process, document, seal);
  const stream = streams.evidence(document.documentId);
  const metadata: EventMetadata = {
    occurredAt: made.sealedAt,
    correlationId: document.documentId,
    schemaVersion: 1,
    tenantId: made.tenantId,
    actor: { kind: 'system', name: 'Selo da plataforma' },
  };
  const event = {
    id: derivedId(stream, made.sha256),
    type: 'EvidenceSealed',
    data: made as unknown as JsonObject,
    metadata: metadata as never,
  };
  try {
    await signer.eventStore.append(stream, [event], { expected: 'noStream' });
  } catch (error) {
    // Asked for twice at the same time: the first to be stored is the file.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  const settled = await readEvidence(signer, document.documentId);
  if (!settled) throw new Error(`the evidence of ${document.documentId} was appended and is not there`);
  return settled;
}

/** The file, once somebody has asked for it. */
export async function readEvidence(
  { eventStore }: Pick<Signer, 'eventStore'>,
  documentId: string,
): Promise<EvidenceFile | undefined> {
  for await (const event of eventStore.readStream(streams.evidence(documentId), { limit: 1 })) {
    const entry = entryOf(event);
    if (entry.type === 'EvidenceSealed') return entry.data;
  }
  return undefined;
}

async function makeEvidence(
  signer: Signer,
  process: ProcessRecord,
  document: ProcessDocument,
  seal: DataOf<'SealProduced'>,
): Promise<EvidenceFile> {
  const { documentId, processId, tenantId } = seal;
  const plan: SealPlan = {
    level: signer.sealLevel,
    validationCode: validationCode(signer.payloadKey, derivedId('evidence', documentId)),
    sealingTime: new Date(Math.floor(signer.now().getTime() / 1000) * 1000),
  };
  const evidence = await renderEvidence(signer, process, document, plan, { sealedSha256: seal.sha256 });
  const { sha256: sourceSha256 } = await signer.blobs.put(Buffer.from(evidence.pages));
  const file = await openFile(signer.blobs, [sourceSha256]);
  const { facts, payload } = evidence;
  const revisions = await sealAtOnce(signer, file, plan, { facts, payload });
  return {
    documentId,
    processId,
    tenantId,
    sourceSha256,
    sealedSha256: seal.sha256,
    sha256: file.sha256,
    sizeBytes: file.sizeBytes,
    level: plan.level,
    certificateSha256: signer.sealKeys.certificateSha256,
    validationCode: plan.validationCode,
    sealedAt: plan.sealingTime.toISOString(),
    revisions,
  };
}
