import type { EventType } from '../events/index.ts';
import { accountDescriptions } from './account-descriptions.ts';
import type { EventDescription, FeedPlace } from './description.ts';
import { processDescriptions } from './process-descriptions.ts';
import type { HistoryKind } from './record-words.ts';
import { registerDescriptions } from './register-descriptions.ts';

const described = {
  ...accountDescriptions,
  ...registerDescriptions,
  ...processDescriptions,
} as const satisfies Readonly<Record<EventType, EventDescription | null>>;

/** What people read of every event of the log; null for internal steps, which no reader sees. */
export const eventDescriptions: Readonly<Record<EventType, EventDescription | null>> = described;

/** The events that the feed and webhooks give out. */
export type FedEventType = {
  [Type in EventType]: (typeof described)[Type] extends { feed: FeedPlace } ? Type : never;
}[EventType];

/** The name of such an event in the feed and webhooks. */
export const feedPlaceOf = (type: FedEventType): FeedPlace => described[type].feed;

/** Events of the tenant's history, which its administrators read: acts in it, and their outcomes. */
export const TENANT_HISTORY = (Object.keys(eventDescriptions) as EventType[]).filter(
  (type) => eventDescriptions[type]?.history !== undefined,
);

/** The events of a kind of the history. */
export const historyTypesOf = (kind: HistoryKind): readonly EventType[] =>
  TENANT_HISTORY.filter((type) => eventDescriptions[type]?.history?.[0] === kind);

/** The kind of an event of the history. @throws Error for any other event */
export function historyKindOf(type: EventType): HistoryKind {
  const [kind] = eventDescriptions[type]?.history ?? [];
  if (kind === undefined) throw new Error(`${type} does not stand in the history`);
  return kind;
}

/** Whether webhooks get an event: all but those that only their requester may see. */
export const isSentByWebhooks = ({ reach }: Pick<FeedPlace, 'reach'>): boolean => reach !== 'requester';

export * from './history.ts';
export { historyReason } from './history-reasons.ts';
export * from './record-words.ts';
export * from './report-words.ts';
export type { EventDescription, FeedPlace, FeedReach, ProcessEventDescription } from './description.ts';
