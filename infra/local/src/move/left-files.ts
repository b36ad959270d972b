import { soundEvent } from '@lacre/domain-log';
import { eventsAfter, type EventStore, type RecordedEvent } from '@lacre/event-store';

import { filesOf } from '../audit/named-files.ts';

/**
 * Files that a tenant's events name. The log is read twice, so that no other tenant's files are held in memory: first
 * {@link enter} for the events of the tenant, then {@link share} for those of others.
 */
export class LeftFiles {
  /** Named by no other tenant. */
  readonly own = new Set<string>();
  /** Named by another one too. */
  readonly shared = new Set<string>();

  enter(event: RecordedEvent): void {
    for (const sha256 of namedIn(event)) this.own.add(sha256);
  }

  share(event: RecordedEvent): void {
    for (const sha256 of namedIn(event)) if (this.own.delete(sha256)) this.shared.add(sha256);
  }
}

/** Files of a tenant, by the whole log. */
export async function leftFiles(log: Pick<EventStore, 'readAll'>, tenantId: string): Promise<LeftFiles> {
  const files = new LeftFiles();
  for await (const event of eventsAfter(log)) if (event.metadata['tenantId'] === tenantId) files.enter(event);
  for await (const event of eventsAfter(log)) if (event.metadata['tenantId'] !== tenantId) files.share(event);
  return files;
}

function namedIn(recorded: RecordedEvent): string[] {
  const event = soundEvent(recorded);
  return event === undefined ? [] : filesOf(event).map(({ sha256 }) => sha256);
}
