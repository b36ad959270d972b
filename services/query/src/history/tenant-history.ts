import type { AnswerOf } from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';

type Entry = AnswerOf<'tenantEvents'>['items'][number];

/** Where a fact stands in the log. */
export interface Place {
  stream: string;
  revision: bigint;
  position: Position;
}

/** What stands at these places, read from the log itself; what only a later release knows is left out. */
export async function historyAt(log: DomainLog, places: readonly Place[]): Promise<Entry[]> {
  const events = await Promise.all(
    places.map(({ stream, revision }) =>
      Array.fromAsync(log.readStream(stream, { from: revision, limit: 1 })),
    ),
  );
  return events.flat().map(entryOf);
}

function entryOf({ type, data, metadata: { actor, occurredAt, client }, position }: LoggedEvent): Entry {
  return {
    position,
    at: occurredAt,
    action: type.charAt(0).toLowerCase() + type.slice(1),
    who: {
      kind: actor.kind,
      id: 'id' in actor ? (actor.id ?? null) : null,
      name: actor.kind === 'user' || actor.kind === 'person' ? actor.name : null,
      tokenId: actor.kind === 'user' ? (actor.tokenId ?? null) : null,
    },
    reason: reasonIn(data),
    subjects: subjectsIn(data),
    ip: client?.ip ?? null,
  };
}

/** Why, when whoever did it said so, or the rule that it followed from. */
function reasonIn(data: Record<string, unknown>): string | null {
  const reason = data['reason'] ?? data['cause'];
  return typeof reason === 'string' ? reason : null;
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
