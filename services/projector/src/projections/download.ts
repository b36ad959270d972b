import { download } from '@lacre/read-models';

import { readModel } from '../engine/projection.ts';

/** Zips of sealed documents, for their requesters. */
export const downloadProjection = readModel('download', {
  version: 2,
  on: {
    DownloadRequested: ({ data, at }) =>
      download.put({
        download_id: data.downloadId,
        tenant_id: data.tenantId,
        requester_id: data.requestedBy.userId,
        description: data.description,
        status: 'requested',
        company_ids: data.companyIds ?? [],
        process_ids: [...new Set(data.documents.map(({ processId }) => processId))],
        file_count: data.documents.length,
        size_bytes: data.sizeBytes,
        requested_at: at,
        prepared_at: null,
        expires_at: null,
      }),
    DownloadPrepared: ({ data, at }) =>
      download.edit([data.downloadId], () => ({
        status: 'prepared',
        file_count: data.files.length,
        size_bytes: data.sizeBytes,
        prepared_at: at,
        expires_at: data.expiresAt,
      })),
    DownloadExpired: ({ data }) => download.edit([data.downloadId], () => ({ status: 'expired' })),
  },
});
