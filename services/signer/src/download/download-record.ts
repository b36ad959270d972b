import { streams, type DataOf } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

/** A download, folded from its stream. */
export interface DownloadRecord {
  requested: DataOf<'DownloadRequested'>;
  /** When it was asked for, ISO 8601. */
  requestedAt: string;
  /** Of the request's event. */
  eventId: string;
  correlationId: string;
  prepared: DataOf<'DownloadPrepared'> | undefined;
  expired: boolean;
  /** Moment of the stream's last event. */
  lastAt: string;
}

/** Undefined when it was not requested. */
export async function readDownload(log: DomainLog, downloadId: string): Promise<DownloadRecord | undefined> {
  let record: DownloadRecord | undefined;
  for await (const entry of log.readStream(streams.download(downloadId), { refuse: 'misfits' })) {
    if (entry.type === 'DownloadRequested') {
      record = {
        requested: entry.data,
        requestedAt: entry.metadata.occurredAt,
        eventId: entry.id,
        correlationId: entry.metadata.correlationId,
        prepared: undefined,
        expired: false,
        lastAt: entry.metadata.occurredAt,
      };
    }
    if (record) record.lastAt = entry.metadata.occurredAt;
    if (record && entry.type === 'DownloadPrepared') record.prepared = entry.data;
    if (record && entry.type === 'DownloadExpired') record.expired = true;
  }
  return record;
}
