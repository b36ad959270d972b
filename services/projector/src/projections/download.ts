import type { Projection } from '../engine/projection.ts';
import { ofCompanies, ofUser, wholeTenant } from '../engine/reach.ts';
import {
  bigInteger,
  instant,
  integer,
  json,
  nullable,
  table,
  text,
  uuid,
  type Column,
} from '../engine/table.ts';

export const download = table(
  'download',
  {
    download_id: uuid(),
    tenant_id: uuid(),
    /** Who asked for it, and alone sees it. */
    requester_id: uuid(),
    description: text(),
    status: text() as Column<'requested' | 'prepared' | 'expired'>,
    process_ids: json<readonly string[]>(),
    company_ids: json<readonly string[]>(),
    file_count: integer(),
    /** Of the documents together; of the zip once it is prepared. */
    size_bytes: bigInteger(),
    requested_at: instant(),
    prepared_at: nullable(instant()),
    expires_at: nullable(instant()),
  },
  {
    key: ['download_id'],
    // A request from before common users could make any names no companies, and was a steward's.
    reach: `${ofUser('requester_id')} and (${wholeTenant} or company_ids <> '[]' and (${ofCompanies('company_ids')}))`,
    indexes: ['(tenant_id, requester_id, requested_at desc, download_id)'],
  },
);

/** Zips of sealed documents, for whoever asked for them. */
export const downloadProjection: Projection = {
  name: 'download',
  version: 2,
  schema: 'read',
  tables: [download],
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
};
