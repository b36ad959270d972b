import { soundEvent } from '@lacre/domain-log';
import { eventsAfter, type EventStore } from '@lacre/event-store';

import { filesOf } from '../audit/named-files.ts';

/** Files that a tenant's events name. */
export interface LeftFiles {
  /** By no other tenant. */
  own: Set<string>;
  /** By another one too. */
  shared: Set<string>;
}

/** Files of a tenant, by the whole log, which is read twice so that no other tenant's files are held in memory. */
export async function leftFiles(log: Pick<EventStore, 'readAll'>, tenantId: string): Promise<LeftFiles> {
  const own = new Set<string>();
  for await (const { sha256, isOwn } of namedIn(log, tenantId)) if (isOwn) own.add(sha256);
  const shared = new Set<string>();
  for await (const { sha256, isOwn } of namedIn(log, tenantId))
    if (!isOwn && own.delete(sha256)) shared.add(sha256);
  return { own, shared };
}

async function* namedIn(log: Pick<EventStore, 'readAll'>, tenantId: string) {
  for await (const recorded of eventsAfter(log)) {
    const event = soundEvent(recorded);
    if (event === undefined) continue;
    const isOwn = recorded.metadata['tenantId'] === tenantId;
    for (const { sha256 } of filesOf(event)) yield { sha256, isOwn };
  }
}
