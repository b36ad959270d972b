import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';

import { newEvent, sha256Of } from './recorded-history.ts';

export interface DownloadPlan {
  tenantId: string;
  userId?: string;
  description?: string;
  documents?: { processId: string; documentId: string }[];
  companyIds?: string[];
  /** Of the documents together. */
  sizeBytes?: number;
}

/** The events of a download's life: asked for, prepared, gone. */
export function lifeOfDownload(plan: DownloadPlan) {
  const { tenantId, userId = randomUUID(), description = 'Contratos de março', sizeBytes = 2000 } = plan;
  const documents = plan.documents ?? [{ processId: randomUUID(), documentId: randomUUID() }];
  const downloadId = randomUUID();
  const reference = { downloadId, tenantId };
  const sha256 = sha256Of(downloadId);
  return {
    downloadId,
    userId,
    stream: streams.download(downloadId),
    requested: (at = '2026-03-02T12:00:00.000Z') =>
      newEvent(
        'DownloadRequested',
        {
          ...reference,
          requestedBy: { userId, name: 'Rui Lima' },
          description,
          documents,
          sizeBytes,
          ...(plan.companyIds === undefined ? {} : { companyIds: plan.companyIds }),
        },
        { at },
      ),
    /** A zip 1,000 bytes larger than its documents. */
    prepared: (expiresAt = '2026-03-09T12:00:30.000Z', at = '2026-03-02T12:00:30.000Z') =>
      newEvent(
        'DownloadPrepared',
        {
          ...reference,
          requesterId: userId,
          sha256,
          sizeBytes: sizeBytes + 1000,
          files: documents.map(({ processId, documentId }, index) => ({
            processId,
            documentId,
            path: `${index}.pdf`,
            sha256: sha256Of(documentId),
            sizeBytes: 2000,
          })),
          expiresAt,
        },
        { at },
      ),
    expired: () => newEvent('DownloadExpired', { ...reference, sha256 }),
  };
}
