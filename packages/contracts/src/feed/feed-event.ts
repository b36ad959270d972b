import { z } from 'zod';

import { isSentByWebhooks } from '../descriptions/index.ts';
import { isEventType } from '../events/index.ts';
import { identifier, position, signatureId, timestamp } from '../fields.ts';
import { SUBJECT_NAMES, type PublicEvent, type Subjects } from './public-event.ts';
import { publicEvents } from './public-events.ts';

/** The public names, in the order of their definitions. */
export const PUBLIC_EVENT_TYPES = [...publicEvents.values()].map(({ type }) => type);

export const publicEventType = z.enum(
  PUBLIC_EVENT_TYPES as [PublicEvent['type'], ...PublicEvent['type'][]],
  'Tipo de evento desconhecido',
);

/** The public names of what webhooks are sent. */
export const WEBHOOK_EVENT_TYPES = [...publicEvents.values()]
  .filter(isSentByWebhooks)
  .map(({ type }) => type);

export const webhookEventType = z.enum(
  WEBHOOK_EVENT_TYPES as [PublicEvent['type'], ...PublicEvent['type'][]],
  'Webhooks não enviam este tipo de evento',
);

const subjects = z
  .object({
    processId: identifier,
    documentId: identifier,
    signatureId,
    personId: identifier,
    companyId: identifier,
    userId: identifier,
    downloadId: identifier,
    tokenId: identifier,
    batchId: identifier,
    copyId: identifier,
    webhookId: identifier,
    templateId: identifier,
    envelopeId: identifier,
    signerGroupId: identifier,
  } satisfies Record<(typeof SUBJECT_NAMES)[number], z.ZodType>)
  .partial()
  .meta({ id: 'EventSubjects' });

/** What feed and webhooks say of one fact. `data` is as the type says: see the table of types. */
export const feedEvent = z
  .object({
    /** The same in the feed and in every delivery of the fact. */
    id: identifier,
    type: publicEventType,
    /** When it happened. */
    timestamp,
    /** Its place in the log: what comes later stands after it. */
    position,
    subjects,
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'FeedEvent' });
export type FeedEvent = z.output<typeof feedEvent>;

interface Recorded {
  id: string;
  type: string;
  data: object;
  position: string;
  metadata: { occurredAt: string };
}

/** The public type of an internal one; undefined for internal facts. */
export const publicEventOf = (type: string): PublicEvent | undefined =>
  isEventType(type) ? publicEvents.get(type) : undefined;

/** What an internal event is about, by public names. */
export function subjectsOf(definition: PublicEvent, data: object): Subjects {
  const named = data as Readonly<Record<string, unknown>>;
  const found: Record<string, string> = {};
  for (const name of SUBJECT_NAMES) {
    const id = named[name];
    if (typeof id === 'string') found[name] = id;
  }
  return { ...found, ...definition.subjects?.(data as never) };
}

/** An event of the log in its public shape; undefined for internal facts. */
export function feedEventOf({ id, type, data, position: place, metadata }: Recorded): FeedEvent | undefined {
  const definition = publicEventOf(type);
  if (definition === undefined) return undefined;
  return {
    id,
    type: definition.type,
    timestamp: metadata.occurredAt,
    position: place,
    subjects: subjectsOf(definition, data),
    data: definition.data.parse(definition.tell(data as never)),
  };
}
