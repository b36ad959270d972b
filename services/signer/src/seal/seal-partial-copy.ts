import { streams, type DataOf, type EventMetadata, type ProcessDocument } from '@lacre/contracts';
import { derivedId, WrongExpectedRevision, type JsonObject, type Position } from '@lacre/event-store';

import type { Signer } from '../dependencies.ts';
import { entryOf, type ProcessRecord } from '../process/process-record.ts';
import { openFile } from './open-file.ts';
import { renderEvidence, type SealPlan } from './render-evidence.ts';
import { sealAtOnce } from './seal-at-once.ts';
import { validationCode } from './validation-code.ts';

export type PartialCopy = DataOf<'PartialCopySealed'>;

interface Asked {
  process: ProcessRecord;
  document: ProcessDocument;
  /** The same when the request is repeated. */
  copyId: string;
  actor: EventMetadata['actor'];
  correlationId: string;
}

/**
 * Seals a copy of a document that still waits for signatures, at the level of every seal, with evidence pages that say
 * so. It is made at once or not at all: until its event is stored nobody can be given it, and a repeat finds it.
 *
 * Commit point: the append of PartialCopySealed, expecting no such stream.
 *
 * @throws AuthorityUnavailable, TimeStampError, RevocationUnknown, SealCertificateExpired
 */
export async function sealPartialCopy(
  signer: Signer,
  asked: Asked,
): Promise<{ copy: PartialCopy; position: Position }> {
  const known = await readPartialCopy(signer, asked.copyId);
  if (known) return known;
  const copy = await makeCopy(signer, asked);
  const stream = streams.partialCopy(asked.copyId);
  const metadata: EventMetadata = {
    occurredAt: copy.sealedAt,
    correlationId: asked.correlationId,
    schemaVersion: 1,
    tenantId: copy.tenantId,
    actor: asked.actor,
  };
  const event = {
    id: derivedId(stream, 'PartialCopySealed'),
    type: 'PartialCopySealed',
    data: copy as unknown as JsonObject,
    metadata: metadata as never,
  };
  try {
    await signer.eventStore.append(stream, [event], { expected: 'noStream' });
  } catch (error) {
    // The same request, at the same time.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  const settled = await readPartialCopy(signer, asked.copyId);
  if (!settled) throw new Error(`the partial copy ${asked.copyId} was appended and is not there`);
  return settled;
}

export async function readPartialCopy(
  { eventStore }: Pick<Signer, 'eventStore'>,
  copyId: string,
): Promise<{ copy: PartialCopy; position: Position } | undefined> {
  for await (const event of eventStore.readStream(streams.partialCopy(copyId), { limit: 1 })) {
    const entry = entryOf(event);
    if (entry.type === 'PartialCopySealed') return { copy: entry.data, position: event.position };
  }
  return undefined;
}

async function makeCopy(signer: Signer, { process, document, copyId }: Asked): Promise<PartialCopy> {
  const plan: SealPlan = {
    level: signer.sealLevel,
    validationCode: validationCode(signer.payloadKey, copyId),
    sealingTime: new Date(Math.floor(signer.now().getTime() / 1000) * 1000),
  };
  const file = await openFile(signer.blobs, [document.sha256]);
  const evidence = await renderEvidence(signer, process, document, plan, { partial: true });
  const revisions = await sealAtOnce(signer, file, plan, evidence);
  const { tenantId, processId, signatures } = process.created;
  const duties = signatures.filter(({ documentId }) => documentId === document.documentId).length;
  const signed = process
    .entriesOf(document.documentId)
    .filter(({ type }) => type === 'SignatureSigned').length;
  return {
    documentId: document.documentId,
    processId,
    tenantId,
    copyId,
    sourceSha256: document.sha256,
    sha256: file.sha256,
    sizeBytes: file.sizeBytes,
    level: plan.level,
    certificateSha256: signer.sealKeys.certificateSha256,
    validationCode: plan.validationCode,
    sealedAt: plan.sealingTime.toISOString(),
    revisions,
    processRevision: process.entries.at(-1)?.revision ?? 0,
    signed,
    missing: duties - signed,
  };
}
