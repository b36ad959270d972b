import { streams, type DownloadEvent, type EventMetadata } from '@lacre/contracts';
import { derivedId, notBefore, type JsonObject, WrongExpectedRevision } from '@lacre/event-store';

import type { SignerContext } from '../dependencies.ts';
import type { DownloadRecord } from './download-record.ts';

type Step = Extract<DownloadEvent, { type: 'DownloadPrepared' | 'DownloadExpired' }>;

/** Each step stands right after the one before it, once: 0 is the request. */
const AFTER_REVISION: Readonly<Record<Step['type'], bigint>> = { DownloadPrepared: 0n, DownloadExpired: 1n };

/** Appends what became of a download. Does nothing when somebody else's step came first. */
export async function recordNext(
  { eventStore, now }: SignerContext,
  { requested: { downloadId, tenantId }, eventId, correlationId, lastAt }: DownloadRecord,
  { type, data }: Step,
): Promise<void> {
  const stream = streams.download(downloadId);
  const metadata: EventMetadata = {
    occurredAt: notBefore(now().toISOString(), lastAt),
    correlationId,
    causationId: eventId,
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'system', name: 'Downloads da plataforma' },
  };
  const event = {
    id: derivedId(stream, type),
    type,
    data: data as unknown as JsonObject,
    metadata: metadata as never,
  };
  try {
    await eventStore.append(stream, [event], { expected: AFTER_REVISION[type] });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}
