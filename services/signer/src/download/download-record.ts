import { streams, type DataOf } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';

import { entryOf } from '../process/process-record.ts';

/** A download as its stream tells it. */
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

/** Undefined when nobody asked for it. */
export async function readDownload(
  store: EventStore,
  downloadId: string,
): Promise<DownloadRecord | undefined> {
  let record: DownloadRecord | undefined;
  for await (const event of store.readStream(streams.download(downloadId))) {
    const entry = entryOf(event);
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
