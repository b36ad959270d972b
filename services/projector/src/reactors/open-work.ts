import {
  eventSchemas,
  firstGroupOf,
  groupOf,
  handoverOf,
  isProcessEnd,
  type EventType,
} from '@lacre/contracts';
import type { JsonObject } from '@lacre/event-store';
import { instant, json, MissingRow, table, text, uuid, type Change } from '@lacre/read-models';

import type { Fact, Projection } from '../engine/projection.ts';
import { actingUser, type Audience, type Opening, type Reactor, type WorkItem } from './reactor.ts';

/** Work the log asks for and has no answer to yet; the rest of the columns is the publisher's. */
export const openWork = table(
  'open_work',
  {
    kind: text(),
    key: text(),
    tenant_id: uuid(),
    payload: json<JsonObject>(),
    opened_position: text(),
    opened_at: instant(),
    not_before: instant(),
  },
  {
    key: ['kind', 'key'],
    // When it is due, by both of them: what waits for its moment costs no look before it.
    indexes: ['(greatest(next_publish_at, not_before))'],
    extraColumns: [
      'attempts integer not null default 0',
      'last_problem text',
      "next_publish_at timestamptz not null default '-infinity'",
    ],
  },
);

const audience = table(
  'audience',
  { process_id: uuid(), audience: json<Audience>() },
  { key: ['process_id'] },
);

/** Until when the last change of a user's e-mail can be undone: of those who change it, and seldom do. */
const addressChange = table(
  'address_change',
  { user_id: uuid(), undo_until: instant() },
  { key: ['user_id'] },
);

/**
 * Open work as a projection like any other: what opened and closed in the past leaves nothing, and losing the queue
 * loses nothing, since the log says what is open.
 */
export function openWorkProjection(reactors: readonly Reactor[], version: number): Projection {
  const on: Record<string, (event: Fact) => readonly Change[]> = {};
  for (const type of Object.keys(eventSchemas) as EventType[]) {
    const handler = handlerOf(reactors, type);
    if (handler !== undefined) on[type] = handler;
  }
  const tables = [openWork, audience, addressChange];
  return { name: 'open-work', version, schema: 'projector', tables, on, sweeps: ['TenantMovedOut'] };
}

type Close = (event: Fact) => readonly string[];

function handlerOf(reactors: readonly Reactor[], type: EventType): ((event: Fact) => Change[]) | undefined {
  const concerned = reactors.filter(({ opens, closes }) => type in opens || type in closes);
  if (type === 'TenantMovedOut') return ofMovedOut;
  const changesKnown = type === 'ProcessCreated' || CHANGES_KNOWN.has(type) || isProcessEnd(type);
  if (concerned.length === 0 && !changesKnown) return undefined;
  return (event) => {
    const closed = concerned.flatMap(({ kind, closes }) =>
      ((closes[type] as Close | undefined)?.(event) ?? []).map((key) => openWork.remove([kind, key])),
    );
    const created = event.type === 'ProcessCreated' ? audienceOf(event) : undefined;
    return [
      ...closed,
      ...(created === undefined ? [] : [audience.put({ process_id: created.processId, audience: created })]),
      ...knownChanges(event),
      ...concerned.flatMap((reactor) => opening(reactor, event)),
      ...(isProcessEnd(type) ? [audience.remove([(event.data as { processId: string }).processId])] : []),
    ];
  };
}

/** What a tenant that left has asked for is found by the log that it came to. */
const ofMovedOut = ({ data }: Fact): Change[] => {
  const { tenantId } = data as { tenantId: string };
  return [openWork.sweep('tenant_id', tenantId, ({ kind, key }) => [openWork.remove([kind, key])])];
};

const CHANGES_KNOWN: ReadonlySet<EventType> = new Set([
  'GroupAsked',
  'ParticipantReplaced',
  'SignatureDelegated',
  'UserEdited',
]);
/** An event may be from a machine whose clock is so far ahead: what it asks for at once waits for no clock to come up. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

function opening(reactor: Reactor, event: Fact): Change[] {
  const open = reactor.opens[event.type] as Opening<Fact> | undefined;
  if (open === undefined) return [];
  const put = (items: readonly WorkItem[]): Change[] =>
    items.map((item) =>
      openWork.put({
        kind: reactor.kind,
        key: item.key,
        tenant_id: item.tenantId,
        payload: traced(item.payload, event),
        opened_position: event.position,
        opened_at: event.at,
        not_before: item.notBefore ?? later(event.at, reactor.delayMs ?? -CLOCKS_DIFFER_MS),
      }),
    );
  if (typeof open === 'function') return put(open(event));
  if ('byAudience' in open) {
    const { processId } = event.data as { processId: string };
    return [
      audience.derive([processId], (row) => {
        if (row === undefined) throw new MissingRow(audience, processId);
        return put(open.byAudience(event, row.audience));
      }),
    ];
  }
  const actorId = actingUser(event.metadata);
  if (actorId === undefined) return put(open.byFormerAddress(event, false));
  return [
    addressChange.derive([actorId], (row) =>
      put(open.byFormerAddress(event, row !== undefined && row.undo_until > event.at)),
    ),
  ];
}

/** What is done goes on in the trace of what asked for it. */
const traced = (payload: JsonObject, { metadata: { traceparent } }: Fact): JsonObject =>
  traceparent === undefined ? payload : { ...payload, traceparent };

const later = (at: string, delayMs: number): string => new Date(Date.parse(at) + delayMs).toISOString();

/** Who has to do with a process changes while it runs, and so do the addresses of users. */
function knownChanges(event: Fact): Change[] {
  switch (event.type) {
    case 'UserEdited': {
      const { userId, emailChange } = event.data;
      if (emailChange === undefined) return [];
      return [addressChange.put({ user_id: userId, undo_until: emailChange.undoUntil })];
    }
    case 'GroupAsked': {
      const { processId, group } = event.data;
      return [audience.edit([processId], (row) => ({ audience: { ...row.audience, askedGroup: group } }))];
    }
    case 'ParticipantReplaced':
    case 'SignatureDelegated': {
      const { processId } = event.data;
      const { replaced, participant, signatures } = handoverOf(event);
      const documentIds = signatures.map(({ documentId }) => documentId);
      const { personId } = participant;
      const next = { personId, documentIds, group: groupOf(participant) };
      return [
        audience.edit([processId], ({ audience: known }) => ({
          audience: {
            ...known,
            participants: known.participants.map((one) => (one.personId === replaced.personId ? next : one)),
          },
        })),
      ];
    }
    default:
      return [];
  }
}

function audienceOf({ data }: Fact<'ProcessCreated'>): Audience {
  return {
    processId: data.processId,
    tenantId: data.tenantId,
    requesterId: data.requester.userId,
    askedGroup: firstGroupOf(data.participants),
    participants: data.participants.map(({ personId, group }) => ({
      personId,
      group: groupOf({ group }),
      documentIds: data.signatures.filter((one) => one.personId === personId).map((one) => one.documentId),
    })),
  };
}
