import { BlobNotFound } from '@lacre/blob-store';
import { soundEvent } from '@lacre/domain-log';
import { eventsAfter, type Position } from '@lacre/event-store';

import { NamedFiles } from '../audit/named-files.ts';
import { isOfTenant, isReservation, ownerAfter } from './copy-events.ts';
import type { End } from './ends.ts';
import { countRows, rowIdsOf } from './move-rows.ts';
import { NamedOwners } from './named-owners.ts';
import { obstaclesTo } from './obstacles.ts';
import { HeldValues, takenValues } from './reservations.ts';

/** What would go along, and what stands against it. */
export interface Survey {
  events: number;
  files: number;
  bytes: number;
  rows: number;
  obstacles: string[];
}

/** Looks at what a move would take, and changes nothing in either installation. */
export async function surveyMove(ends: { source: End; target: End; tenantId: string }): Promise<Survey> {
  const { source, target, tenantId } = ends;
  const files = new NamedFiles();
  const reservations = new Map<string, string>();
  const owners = new NamedOwners();
  let events = 0;
  let copiedTo: Position | 'start' = 'start';
  for await (const recorded of eventsAfter(source.log)) {
    copiedTo = recorded.position;
    if (isReservation(recorded)) {
      const owner = ownerAfter(recorded, tenantId);
      if (owner === null) reservations.delete(recorded.stream);
      else reservations.set(recorded.stream, owner);
    } else if (isOfTenant(recorded, tenantId)) {
      events += 1;
      owners.enter(recorded);
      const event = soundEvent(recorded);
      if (event !== undefined) files.enter(event);
    }
  }
  const staging = { copiedTo, reservations: () => Promise.resolve(reservations) };
  const values = await new HeldValues({ source, target, staging, tenantId }).advance();
  const { pool } = source.installation;
  const counts = await countRows(pool, await rowIdsOf(pool, tenantId, owners));
  const named = files.all();
  return {
    events,
    files: named.size,
    bytes: await bytesOf(source, named.keys()),
    rows: [...counts.values()].reduce((sum, count) => sum + count, 0),
    obstacles: [...(await obstaclesTo(ends)), ...(await takenValues(target.installation.pool, values))],
  };
}

async function bytesOf({ installation: { blobs } }: End, sha256s: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const sha256 of sha256s)
    bytes += await blobs.size(sha256).catch((error: unknown) => {
      if (error instanceof BlobNotFound) return 0;
      throw error;
    });
  return bytes;
}
