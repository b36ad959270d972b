import { ERASED, eventDescriptions, historyKindOf, historyObjectsOf, type AnswerOf } from '@lacre/contracts';
import { UnknownEvent, type DomainLog, type LoggedEvent } from '@lacre/domain-log';

type Entry = AnswerOf<'tenantEvents'>['items'][number];

/** Where a fact stands in the log. */
export interface Place {
  stream: string;
  revision: bigint;
}

/**
 * The events at these places, read from the log itself; those that a later release wrote are left out.
 *
 * @throws Error when the log lacks one of them
 */
export async function historyAt(log: DomainLog, places: readonly Place[]): Promise<Entry[]> {
  const events = await Promise.all(places.map((place) => eventAt(log, place)));
  return events.flatMap((event) => (event === undefined ? [] : [entryOf(event)]));
}

async function eventAt(log: DomainLog, { stream, revision }: Place): Promise<LoggedEvent | undefined> {
  try {
    for await (const event of log.readStream(stream, { from: revision, limit: 1, refuse: 'unknown' }))
      return event;
  } catch (error) {
    if (error instanceof UnknownEvent) return undefined;
    throw error;
  }
  throw new Error(`the log has no event ${revision} in ${stream}`);
}

function entryOf({ type, data, metadata: { actor, occurredAt, client }, position }: LoggedEvent): Entry {
  return {
    position,
    at: occurredAt,
    kind: historyKindOf(type),
    action: type.charAt(0).toLowerCase() + type.slice(1),
    what: eventDescriptions[type]?.history?.[1] ?? type,
    who: {
      kind: actor.kind,
      id: 'id' in actor ? (actor.id ?? null) : null,
      name: actor.kind === 'user' || actor.kind === 'person' ? actor.name : null,
      tokenId: actor.kind === 'user' ? (actor.tokenId ?? null) : null,
    },
    reason: reasonIn(data),
    subjects: subjectsIn(data),
    objects: historyObjectsOf(data).map((object) => ({
      kind: object.kind,
      id: object.id,
      name: nameIn(data, object.id),
      exists: false,
    })),
    ip: client?.ip ?? null,
  };
}

/** The actor's reason, or the rule it followed from. */
function reasonIn(data: Record<string, unknown>): string | null {
  const reason = data['reason'] ?? data['cause'];
  return typeof reason === 'string' ? reason : null;
}

/** What the event itself calls the person or thing: the name it had then, when no register has it any more. */
function nameIn(data: Record<string, unknown>, id: string): string | null {
  const parts = [data, data['replaced'], data['participant'], data['company']].filter(
    (part): part is Record<string, unknown> => typeof part === 'object' && part !== null,
  );
  const part = parts.find((one) => Object.values(one).includes(id));
  const name = part?.['name'] ?? part?.['companyName'] ?? part?.['summary'] ?? part?.['description'];
  return typeof name === 'string' && name !== ERASED ? name : null;
}

/** Whom and what the fact is about, by the ids it names; whose tenant it is goes without saying. */
function subjectsIn(data: Record<string, unknown>): Record<string, string> {
  const ids = Object.entries(data).filter(
    (entry): entry is [string, string] =>
      entry[0].endsWith('Id') && entry[0] !== 'tenantId' && typeof entry[1] === 'string',
  );
  const company = data['company'] as { companyId?: unknown } | undefined;
  const named = typeof company?.companyId === 'string' ? { companyId: company.companyId } : {};
  return { ...Object.fromEntries(ids), ...named };
}
