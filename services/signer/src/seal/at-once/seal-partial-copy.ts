import { streams, type EventMetadata, type ProcessDocument } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

import type { ProcessRecord } from '../../process/process-record.ts';
import { openFile } from '../open-file.ts';
import { planOf, renderEvidence } from '../revisions/render-evidence.ts';
import { makeOnce } from '../seal-event.ts';
import type { SealParts } from '../seal-work.ts';
import type { PartialCopy } from './read-made.ts';
import { sealAtOnce } from './seal-at-once.ts';

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
 * so. A repeat of the request finds it.
 *
 * @throws AuthorityUnavailable, TimeStampError, RevocationUnknown, SealCertificateExpired
 */
export async function sealPartialCopy(
  signer: SealParts,
  asked: Asked,
): Promise<{ copy: PartialCopy; position: Position }> {
  const stream = streams.partialCopy(asked.copyId);
  const { data, position } = await makeOnce(signer.log, stream, async () => {
    const copy = await makeCopy(signer, asked);
    const { actor, correlationId } = asked;
    const { tenantId, sealedAt: occurredAt } = copy;
    return {
      event: { type: 'PartialCopySealed', data: copy },
      context: { occurredAt, tenantId, correlationId, actor },
    };
  });
  return { copy: data, position };
}

async function makeCopy(signer: SealParts, { process, document, copyId }: Asked): Promise<PartialCopy> {
  const { documentId, sha256: sourceSha256 } = document;
  const plan = planOf(signer, copyId, process);
  const file = await openFile(signer.blobs, [sourceSha256]);
  const evidence = await renderEvidence(signer, process, document, plan, { partial: true });
  const sealed = await sealAtOnce(signer, file, plan, evidence);
  const { tenantId, processId, signatures } = process.created;
  const duties = signatures.filter((signature) => signature.documentId === documentId).length;
  const signed = process.entriesOf(documentId).filter(({ type }) => type === 'SignatureSigned').length;
  return {
    documentId,
    processId,
    tenantId,
    copyId,
    sourceSha256,
    ...sealed,
    processRevision: Number(process.entries.at(-1)?.revision ?? 0n),
    signed,
    missing: duties - signed,
  };
}
