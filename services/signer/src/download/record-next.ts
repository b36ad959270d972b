import { streams, type DownloadEvent } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { derivedId, notBefore, WrongExpectedRevision } from '@lacre/event-store';

import type { DownloadRecord } from './download-record.ts';

type Step = Extract<DownloadEvent, { type: 'DownloadPrepared' | 'DownloadExpired' }>;

/** Each step stands right after the one before it, once: 0 is the request. */
const AFTER_REVISION: Readonly<Record<Step['type'], bigint>> = { DownloadPrepared: 0n, DownloadExpired: 1n };

/** Appends a download's next event. Without effect when another's step came first. */
export async function recordNext(
  { log, now }: { log: DomainLog; now: () => Date },
  { requested: { downloadId, tenantId }, eventId, correlationId, lastAt }: DownloadRecord,
  step: Step,
): Promise<void> {
  const stream = streams.download(downloadId);
  const metadata = {
    occurredAt: notBefore(now().toISOString(), lastAt),
    correlationId,
    causationId: eventId,
    tenantId,
    actor: { kind: 'system', name: 'Downloads da plataforma' },
  } as const;
  const event = { ...step, id: derivedId(stream, step.type), metadata };
  try {
    await log.append(stream, [event], { expected: AFTER_REVISION[step.type] });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
}
