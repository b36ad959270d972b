import { eventSchemas, firstGroupOf, groupOf, type EventType } from '@lacre/contracts';
import type { JsonObject } from '@lacre/event-store';
import { instant, json, MissingRow, table, text, uuid, type Change } from '@lacre/read-models';

import type { Fact, Projection } from '../engine/projection.ts';
import type { Audience, Reactor } from './reactor.ts';

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
    indexes: ['(next_publish_at)'],
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
  return { name: 'open-work', version, schema: 'projector', tables: [openWork, audience], on };
}

type Open = (
  event: Fact,
  audience: () => Audience,
) => ReturnType<NonNullable<Reactor['opens']['ProcessCreated']>>;
type Close = (event: Fact) => readonly string[];

function handlerOf(reactors: readonly Reactor[], type: EventType): ((event: Fact) => Change[]) | undefined {
  const concerned = reactors.filter(({ opens, closes }) => type in opens || type in closes);
  const changesAudience = type === 'ProcessCreated' || CHANGES_AUDIENCE.has(type) || ENDS.has(type);
  if (concerned.length === 0 && !changesAudience) return undefined;
  return (event) => {
    const closed = concerned.flatMap(({ kind, closes }) =>
      ((closes[type] as Close | undefined)?.(event) ?? []).map((key) => openWork.remove([kind, key])),
    );
    const created = event.type === 'ProcessCreated' ? audienceOf(event) : undefined;
    return [
      ...closed,
      ...(created === undefined ? [] : [audience.put({ process_id: created.processId, audience: created })]),
      ...audienceChanges(event),
      ...concerned.flatMap((reactor) => opening(reactor, event)),
      ...(ENDS.has(type) ? [audience.remove([(event.data as { processId: string }).processId])] : []),
    ];
  };
}

/** After these nothing more happens in a process. */
const ENDS: ReadonlySet<EventType> = new Set(['ProcessFinished', 'ProcessRejected', 'ProcessCanceled']);
const CHANGES_AUDIENCE: ReadonlySet<EventType> = new Set(['GroupAsked', 'ParticipantReplaced']);
/** Events of a process after its creation: what they ask for may depend on who takes part. */
const ASKS_AUDIENCE: ReadonlySet<EventType> = new Set([
  'SignatureSigned',
  'SignatureRejected',
  'ProcessFinished',
  'ParticipantReplaced',
  'ParticipantContactReplaced',
  'DocumentRejected',
  'ProcessExpired',
  'DocumentCanceled',
  'DocumentSealFailed',
]);

function opening(reactor: Reactor, event: Fact): Change[] {
  const open = reactor.opens[event.type] as Open | undefined;
  if (open === undefined) return [];
  const changes = (known: () => Audience): Change[] =>
    open(event, known).map((item) =>
      openWork.put({
        kind: reactor.kind,
        key: item.key,
        tenant_id: item.tenantId,
        payload: item.payload,
        opened_position: event.position,
        opened_at: event.at,
        not_before: item.notBefore ?? new Date(Date.parse(event.at) + (reactor.delayMs ?? 0)).toISOString(),
      }),
    );
  const { processId } = event.data as { processId: string };
  if (!ASKS_AUDIENCE.has(event.type)) {
    return changes(() => {
      throw new Error(`${event.type} does not come with an audience`);
    });
  }
  return [
    audience.derive([processId], (row) =>
      changes(() => {
        if (row === undefined) throw new MissingRow(audience, processId);
        return row.audience;
      }),
    ),
  ];
}

/** Who has to do with a process changes while it runs. */
function audienceChanges(event: Fact): Change[] {
  switch (event.type) {
    case 'GroupAsked': {
      const { processId, group } = event.data;
      return [audience.edit([processId], (row) => ({ audience: { ...row.audience, askedGroup: group } }))];
    }
    case 'ParticipantReplaced': {
      const { processId, replaced, participant, signatures } = event.data;
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
