import type { AnswerOf } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';

import { actedBy, originOf, valuesOf, type EventsAbout } from './events-about.ts';

type Export = AnswerOf<'exportUser'>;

/** What every export contains. */
export function commonSections(
  { about, position }: EventsAbout,
  { tenantId, subject, now }: { tenantId: string; subject: string; now: Date },
): Omit<Export, 'user'> {
  return {
    schema: 'lacre-personal-data/1',
    generatedAt: now.toISOString(),
    position: position === 'start' ? null : position,
    tenantId,
    acts: about.filter((entry) => actedBy(entry, subject)).map(actOf),
    notifications: about.flatMap((entry) => notificationOf(entry, subject)),
    records: about.flatMap((entry) => {
      const values = valuesOf(entry, subject);
      return values.length === 0 ? [] : [{ ...placeOf(entry), values }];
    }),
  };
}

const placeOf = ({ metadata, position, stream, id: eventId, type }: LoggedEvent) => ({
  at: metadata.occurredAt,
  position,
  stream,
  eventId,
  type,
});

function actOf(entry: LoggedEvent): Export['acts'][number] {
  const { processId, documentId } = entry.data as { processId?: string; documentId?: string };
  return {
    ...placeOf(entry),
    processId: processId ?? null,
    documentId: documentId ?? null,
    origin: originOf(entry.metadata.client),
  };
}

function notificationOf(entry: LoggedEvent, subject: string): Export['notifications'] {
  if (entry.type !== 'NotificationSent' && entry.type !== 'NotificationUndeliverable') return [];
  if (entry.data.recipient.id !== subject) return [];
  const { notificationId, kind } = entry.data;
  return [
    {
      at: entry.metadata.occurredAt,
      notificationId,
      kind,
      outcome: entry.type === 'NotificationSent' ? 'sent' : 'undeliverable',
      processId: 'processId' in entry.data ? entry.data.processId : null,
      reason: 'reason' in entry.data ? entry.data.reason : null,
    },
  ];
}
