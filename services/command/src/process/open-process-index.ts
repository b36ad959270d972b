import type { EventType } from '@lacre/contracts';
import { understood } from '@lacre/domain-log';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { LogIndex } from '@lacre/event-store/log-index';
import type { Pool, PoolClient } from 'pg';

import { differencesBetween, type IndexDifferences } from '../database/index-differences.ts';
import { schema } from '../database/migrations.ts';

const FILTER = {
  typePrefixes: [
    'ProcessCreated',
    'ParticipantReplaced',
    'SignatureDelegated',
    'ProcessFinished',
    'ProcessRejected',
    'ProcessCanceled',
  ] satisfies EventType[],
};

interface OpenProcess {
  tenantId: string;
  companyId: string;
  personIds: string[];
}

interface Changes {
  opened: Map<string, OpenProcess>;
  joined: Map<string, string[]>;
  ended: Set<string>;
}

/** The rows of `open_process`, filled from the log. */
export const openProcessIndex = (pool: Pool, store: EventStore): LogIndex =>
  new LogIndex({
    pool,
    store,
    placeTable: `${schema}.open_process_checkpoint`,
    filter: FILTER,
    write: (client, events) => apply(client, changesOf(events)),
  });

/** Where those rows say something else than the log, as far as they have come; by id of the process. Changes nothing. */
export async function openProcessDifferences(pool: Pool, store: EventStore): Promise<IndexDifferences> {
  const { held, events } = await openProcessIndex(pool, store).heldBeside(async (client) => {
    const { rows } = await client.query<OpenProcess & { processId: string }>(
      `select process_id as "processId", tenant_id as "tenantId", company_id as "companyId", person_ids as "personIds"
         from ${schema}.open_process order by process_id`,
    );
    return new Map(rows.map(({ processId, ...open }) => [processId, open]));
  });
  const expected = new Map<string, OpenProcess>();
  for await (const event of events) {
    const { opened, joined, ended } = changesOf([event]);
    for (const [processId, open] of opened) if (!expected.has(processId)) expected.set(processId, open);
    for (const [processId, personIds] of joined) expected.get(processId)?.personIds.push(...personIds);
    for (const processId of ended) expected.delete(processId);
  }
  return differencesBetween(expected, held);
}

/** What the events together come to: a process that begins and ends among them leaves nothing. */
function changesOf(events: readonly RecordedEvent[]): Changes {
  const changes: Changes = { opened: new Map(), joined: new Map(), ended: new Set() };
  for (const recorded of events) {
    const event = understood(recorded);
    switch (event?.type) {
      case 'ProcessCreated': {
        const { processId, tenantId, company, participants } = event.data;
        const personIds = participants.flatMap(({ personId, atRequestOf }) =>
          atRequestOf === undefined ? [personId] : [personId, atRequestOf.personId],
        );
        changes.opened.set(processId, { tenantId, companyId: company.companyId, personIds });
        break;
      }
      case 'ParticipantReplaced':
      case 'SignatureDelegated': {
        const { processId, participant } = event.data;
        changes.joined.set(processId, [...(changes.joined.get(processId) ?? []), participant.personId]);
        break;
      }
      case 'ProcessFinished':
      case 'ProcessRejected':
      case 'ProcessCanceled':
        changes.ended.add(event.data.processId);
        break;
    }
  }
  return changes;
}

async function apply(client: PoolClient, { opened, joined, ended }: Changes): Promise<void> {
  const rows = [...opened].map(([processId, open]) => ({
    process_id: processId,
    tenant_id: open.tenantId,
    company_id: open.companyId,
    person_ids: open.personIds,
  }));
  await client.query(
    `insert into ${schema}.open_process (process_id, tenant_id, company_id, person_ids)
     select process_id, tenant_id, company_id, array(select jsonb_array_elements_text(person_ids)::uuid)
       from jsonb_to_recordset($1::jsonb) as given (process_id uuid, tenant_id uuid, company_id uuid, person_ids jsonb)
     on conflict (process_id) do nothing`,
    [JSON.stringify(rows)],
  );
  for (const [processId, personIds] of joined)
    await client.query(
      `update ${schema}.open_process set person_ids = person_ids || $2::uuid[] where process_id = $1`,
      [processId, personIds],
    );
  await client.query(`delete from ${schema}.open_process where process_id = any($1::uuid[])`, [[...ended]]);
}
