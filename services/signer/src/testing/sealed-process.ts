import { randomUUID } from 'node:crypto';

import { schemaVersionOf, eventSchemas, streams, type DataOf, type EventType } from '@lacre/contracts';
import type { NewEvent } from '@lacre/event-store';

import type { TestSigner } from './test-signer.ts';

export const SEALED_AT = '2026-11-21T14:30:00.000Z';
export const ASKED_AT = '2026-11-22T12:00:00.000Z';

export interface SealedDocument {
  name: string;
  bytes: Buffer;
}

/** Stores the files as sealed documents of one process, and writes what the log then says of them. */
export async function sealedProcess(
  { signer }: Pick<TestSigner, 'signer'>,
  {
    tenantId,
    summary,
    documents,
    pending = [],
  }: { tenantId: string; summary: string; documents: readonly SealedDocument[]; pending?: readonly string[] },
): Promise<{ processId: string; documentIds: string[]; pendingIds: string[] }> {
  const processId = randomUUID();
  const reference = { processId, tenantId };
  const planned = await Promise.all(
    documents.map(async ({ name, bytes }) => ({
      name,
      documentId: randomUUID(),
      ...(await signer.blobs.put(bytes)),
    })),
  );
  const waiting = pending.map((name) => ({
    name,
    documentId: randomUUID(),
    sha256: '0'.repeat(64),
    sizeBytes: 1,
  }));
  const personId = randomUUID();
  const created = event('ProcessCreated', tenantId, SEALED_AT, {
    ...reference,
    summary,
    company: { companyId: randomUUID(), cnpj: '11222333000181', companyName: 'Alvorada Serviços Ltda' },
    requester: { userId: randomUUID(), name: 'Carlos Menezes' },
    tenantName: 'Alfa Participações',
    documents: [...planned, ...waiting].map(({ name, documentId, sha256, sizeBytes }) => ({
      documentId,
      name,
      sha256,
      sourceSha256: sha256,
      sizeBytes,
      pages: 1,
      alreadySigned: false,
    })),
    participants: [
      {
        personId,
        part: 'signer',
        name: 'Ana Souza',
        cpf: '52998224725',
        email: 'ana@exemplo.com.br',
        requirements: { location: false },
      },
    ],
    signatures: [...planned, ...waiting].map(({ documentId }, index) => ({
      signatureId: `${processId}:${index + 1}`,
      documentId,
      personId,
      part: 'signer' as const,
    })),
    minimumSignatories: 0,
  });
  const seals = planned.map(({ documentId, sha256, sizeBytes }) => ({
    ...reference,
    documentId,
    sha256,
    sizeBytes,
    validationCode: `COD-${documentId.slice(0, 8)}`,
    sealedAt: SEALED_AT,
  }));
  for (const seal of seals) {
    const produced = {
      ...seal,
      sourceSha256: seal.sha256,
      level: 'B-B' as const,
      certificateSha256: '1'.repeat(64),
      pack: null,
    };
    await signer.eventStore.append(
      streams.seal(seal.documentId),
      [event('SealProduced', tenantId, SEALED_AT, produced)],
      { expected: 'noStream' },
    );
  }
  const recorded = seals.map((seal) => event('DocumentSealed', tenantId, SEALED_AT, seal));
  await signer.eventStore.append(streams.process(processId), [created, ...recorded], {
    expected: 'noStream',
  });
  const [documentIds, pendingIds] = [planned, waiting].map((group) =>
    group.map(({ documentId }) => documentId),
  );
  return { processId, documentIds: documentIds ?? [], pendingIds: pendingIds ?? [] };
}

export interface AskedDownload {
  downloadId: string;
  tenantId: string;
  userId: string;
}

/** What the command service writes when a user asks for a download. */
export async function askedDownload(
  { signer }: Pick<TestSigner, 'signer'>,
  tenantId: string,
  processes: readonly { processId: string; documentIds: readonly string[] }[],
  description = 'Contratos de novembro',
): Promise<AskedDownload> {
  const downloadId = randomUUID();
  const userId = randomUUID();
  const requested = event('DownloadRequested', tenantId, ASKED_AT, {
    downloadId,
    tenantId,
    requestedBy: { userId, name: 'Carlos Menezes' },
    description,
    documents: processes.flatMap(({ processId, documentIds }) =>
      documentIds.map((documentId) => ({ processId, documentId })),
    ),
    sizeBytes: 1,
  });
  await signer.eventStore.append(streams.download(downloadId), [requested], { expected: 'noStream' });
  return { downloadId, tenantId, userId };
}

function event<Type extends EventType>(
  type: Type,
  tenantId: string,
  occurredAt: string,
  data: DataOf<Type>,
): NewEvent {
  return {
    id: randomUUID(),
    type,
    data: eventSchemas[type].parse(data),
    metadata: {
      occurredAt,
      correlationId: randomUUID(),
      schemaVersion: schemaVersionOf(type),
      tenantId,
      actor: { kind: 'system', name: 'teste' },
    },
  };
}
