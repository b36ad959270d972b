import { streams, type DataOf, type ProcessDocument } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';

import type { ProcessRecord } from '../../process/process-record.ts';
import { openFile } from '../open-file.ts';
import { planOf, renderEvidence } from '../revisions/render-evidence.ts';
import { makeOnce } from '../seal-event.ts';
import { readSealRecord } from '../seal-record.ts';
import type { SealParts } from '../seal-work.ts';
import type { EvidenceFile } from './read-made.ts';
import { sealAtOnce } from './seal-at-once.ts';

/**
 * The evidence pages of a sealed document that takes no pages of its own, as a sealed file beside it. It is made when it
 * is first asked for, at once or not at all, and is the same ever after.
 *
 * @param seal of the document that the pages go beside
 * @throws AuthorityUnavailable, TimeStampError, RevocationUnknown, SealCertificateExpired
 */
export async function sealEvidence(
  signer: SealParts,
  process: ProcessRecord,
  document: ProcessDocument,
  seal: DataOf<'SealProduced'>,
): Promise<EvidenceFile> {
  const stream = streams.evidence(document.documentId);
  const made = await makeOnce(signer.log, stream, async () => {
    const data = await makeEvidence(signer, process, document, seal);
    const { tenantId, sealedAt: occurredAt } = data;
    return {
      event: { type: 'EvidenceSealed', data },
      context: { occurredAt, tenantId, correlationId: document.documentId },
    };
  });
  return made.data;
}

/**
 * The evidence of a sealed document in a file of its own; undefined for one that has its pages within, or no seal yet.
 *
 * @throws as `sealEvidence`
 */
export async function evidenceBeside(
  signer: SealParts,
  process: ProcessRecord,
  document: ProcessDocument,
): Promise<EvidenceFile | undefined> {
  if (!document.alreadySigned) return undefined;
  const { produced, rendered } = await readSealRecord(signer.log, document.documentId);
  if (!produced || rendered?.evidence) return undefined;
  return sealEvidence(signer, process, document, produced);
}

async function makeEvidence(
  signer: SealParts,
  process: ProcessRecord,
  document: ProcessDocument,
  seal: DataOf<'SealProduced'>,
): Promise<EvidenceFile> {
  const { documentId, processId, tenantId, sha256: sealedSha256 } = seal;
  const plan = planOf(signer, derivedId('evidence', documentId), process);
  const { pages, ...attached } = await renderEvidence(signer, process, document, plan, { sealedSha256 });
  const { sha256: sourceSha256 } = await signer.blobs.put(Buffer.from(pages));
  const file = await openFile(signer.blobs, [sourceSha256]);
  const sealed = await sealAtOnce(signer, file, plan, attached);
  return { documentId, processId, tenantId, sourceSha256, sealedSha256, ...sealed };
}
