import { createHash } from 'node:crypto';

import { streams, type DataOf, type EventMetadata, type ProcessDocument } from '@lacre/contracts';
import { derivedId, type JsonObject, WrongExpectedRevision } from '@lacre/event-store';
import { icpBrasilPolicy, readPdf, sealPdf, type AttachmentSource, type SealedPdf } from '@lacre/pades';
import { Unprocessable } from '@lacre/work-queue';

import type { Signer } from '../dependencies.ts';
import { evidenceFacts, type EvidenceFacts, type SealFacts } from '../evidence/evidence-facts.ts';
import { evidenceJson } from '../evidence/evidence-json.ts';
import { assertValid } from '../keys/seal-keys.ts';
import { readProcess, readSeal, type ProcessRecord } from '../process/process-record.ts';
import { encryptPayload, PAYLOAD_NAME } from './platform-payload.ts';
import { readWithHash } from './read-with-hash.ts';
import { validationCode } from './validation-code.ts';

export const EVIDENCE_NAME = 'evidence.json';

/**
 * Seals a completed document: evidence pages and attachments under one signature, the file stored, the seal recorded.
 *
 * Commit point: the append of SealProduced to the document's seal stream, expecting none there. A crash before it
 * leaves at most a stored file that nothing names; after it every repeat finds the seal and does nothing. Of two that
 * seal at once, one append wins, and the other's file is never named.
 *
 * @returns the seal the document has from now on, whoever made it
 * @throws Unprocessable when the log says there is nothing to seal
 */
export async function sealDocument(
  signer: Signer,
  processId: string,
  documentId: string,
): Promise<DataOf<'SealProduced'>> {
  const existing = await readSeal(signer.eventStore, documentId);
  if (existing) return existing;
  const record = await readProcess(signer.eventStore, processId);
  const document = record?.document(documentId);
  const completed = record?.find('DocumentCompleted', documentId);
  if (!record || !document || !completed) {
    throw new Unprocessable(`document ${documentId} of process ${processId} is not completed`);
  }
  const seal = await produceSeal(signer, record, document);
  await commit(signer, seal, completed.id, completed.metadata.correlationId);
  const settled = await readSeal(signer.eventStore, documentId);
  if (!settled) throw new Error(`the seal of ${documentId} was appended and is not there`);
  return settled;
}

async function produceSeal(
  signer: Signer,
  record: ProcessRecord,
  document: ProcessDocument,
): Promise<DataOf<'SealProduced'>> {
  const { documentId } = document;
  const { processId, tenantId } = record.created;
  const { certificate } = signer.sealKeys.signer;
  const now = signer.now();
  assertValid(certificate, now);
  // Whole seconds, as PDF dates are (ISO 32000-2, 7.9.4): the event, the pages and the signature say the same moment.
  const sealingTime = new Date(Math.floor(now.getTime() / 1000) * 1000);
  const code = validationCode(signer.payloadKey, documentId);
  const facts = factsOf(signer, record, documentId, code, sealingTime);
  const { bytes, hash } = await readWithHash(signer.blobs, document.sha256);
  const sealed = await sealBytes(signer, facts, bytes, hash, { processId, tenantId, document, sealingTime });
  const stored = await signer.blobs.put(inOrder(sealed.pdf));
  if (stored.sha256 !== sealed.sha256)
    throw new Error(`the stored seal of ${documentId} is not the one made`);
  return {
    documentId,
    processId,
    tenantId,
    sourceSha256: document.sha256,
    sha256: sealed.sha256,
    sizeBytes: sealed.sizeBytes,
    level: 'B-B',
    certificateSha256: signer.sealKeys.certificateSha256,
    validationCode: code,
    sealedAt: sealingTime.toISOString(),
  };
}

function factsOf(
  signer: Signer,
  record: ProcessRecord,
  documentId: string,
  code: string,
  sealingTime: Date,
): EvidenceFacts {
  const { certificate, chain } = signer.sealKeys.signer;
  const page = `${signer.publicUrl}/validate`;
  return evidenceFacts(
    record,
    documentId,
    { code, page, url: `${page}?code=${code}` },
    {
      sealedAt: sealingTime.toISOString(),
      level: 'B-B',
      certificateSubject: certificate.commonName,
      certificateIssuer: chain[0]?.commonName ?? certificate.commonName,
      certificateSha256: signer.sealKeys.certificateSha256,
      certificateNotAfter: certificate.notAfter.toISOString(),
      authority: authorityOf(signer.sealKeys),
      timeStampAuthority: null,
    },
  );
}

/** An authority of one's own stays local whatever its certificates say. */
const authorityOf = ({ localAuthority, signer }: Signer['sealKeys']): SealFacts['authority'] =>
  localAuthority ? 'local' : icpBrasilPolicy(signer.certificate) ? 'icp-brasil' : 'other';

interface SealContext {
  processId: string;
  tenantId: string;
  document: ProcessDocument;
  sealingTime: Date;
}

async function sealBytes(
  signer: Signer,
  facts: EvidenceFacts,
  bytes: Buffer,
  hash: ReturnType<typeof createHash>,
  { processId, tenantId, document, sealingTime }: SealContext,
): Promise<SealedPdf> {
  const description = {
    pdf: bytes,
    hashState: hash,
    signer: signer.sealKeys.signer,
    signingTime: sealingTime,
    name: 'Lacre',
    reason: 'Selo da plataforma sobre o documento assinado e sua página de assinaturas',
    location: 'BR',
    fieldName: 'SeloLacre',
  };
  // What others signed or certified takes signatures, but neither pages nor attachments (ISO 32000-2, 12.8.2.2), lest
  // validators report those signatures: there the evidence stays in the log, and the validation page shows it.
  if (document.alreadySigned && readPdf(bytes).hasSignatures) return sealPdf(description);
  const attachedEvidence = evidenceJson(facts);
  const payload = encryptPayload(
    {
      version: 1,
      tenantId,
      processId,
      documentId: document.documentId,
      documentSha256: document.sha256,
      sourceSha256: document.sourceSha256,
      evidenceSha256: createHash('sha256').update(attachedEvidence).digest('hex'),
      validationCode: facts.validation.code,
      sealedAt: facts.seal.sealedAt,
    },
    signer.payloadKey,
  );
  const evidence = await signer.evidence.render(facts);
  return sealPdf({ ...description, evidence, attachments: attachments(attachedEvidence, payload) });
}

const attachments = (evidence: Buffer, payload: Buffer): AttachmentSource[] => [
  {
    name: EVIDENCE_NAME,
    mediaType: 'application/json',
    bytes: evidence,
    description: 'Evidências das assinaturas, em formato legível por máquina',
    relationship: 'Data',
  },
  {
    name: PAYLOAD_NAME,
    mediaType: 'application/octet-stream',
    bytes: payload,
    description: 'Dados da plataforma, cifrados',
    relationship: 'Unspecified',
  },
];

async function* inOrder(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

async function commit(
  signer: Signer,
  data: DataOf<'SealProduced'>,
  causationId: string,
  correlationId: string,
): Promise<void> {
  const stream = streams.seal(data.documentId);
  const metadata: EventMetadata = {
    occurredAt: data.sealedAt,
    correlationId,
    causationId,
    schemaVersion: 1,
    tenantId: data.tenantId,
    actor: { kind: 'system', name: 'Selo da plataforma' },
  };
  const event = {
    id: derivedId(stream, 'SealProduced'),
    type: 'SealProduced',
    data: data as unknown as JsonObject,
    metadata: metadata as never,
  };
  try {
    await signer.eventStore.append(stream, [event], { expected: 'noStream' });
  } catch (error) {
    // Somebody else's seal came first, and is the document's.
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}
