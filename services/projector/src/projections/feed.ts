import { publicEventOf, publicEvents, subjectsOf, type EventType, type FeedReach } from '@lacre/contracts';

import type { Fact, Projection } from '../engine/projection.ts';
import { ofCompany, ofUser, wholeTenant } from '../engine/reach.ts';
import {
  bigInteger,
  MissingRow,
  nullable,
  table,
  text,
  uuid,
  type Change,
  type Column,
} from '../engine/table.ts';

/** Whoever reads sees what its reach says, and nobody else's downloads. */
const reach = `case reach
  when 'members' then true
  when 'company' then (${ofCompany()})
  when 'requester' then (${ofUser('requester_id')})
  else ${wholeTenant} end`;

/**
 * Where each tenant's public facts stand in the log, numbered from 1 in its order: what a request reads of the log is
 * found by this, however much of it is of other tenants. It holds no fact itself.
 */
export const feedEntry = table(
  'feed_entry',
  {
    tenant_id: uuid(),
    number: bigInteger(),
    position: text(),
    stream: text(),
    revision: bigInteger(),
    reach: text() as Column<FeedReach>,
    company_id: nullable(uuid()),
    requester_id: nullable(uuid()),
  },
  { key: ['tenant_id', 'number'], reach, indexes: ['(tenant_id, position)'] },
);

/** The number of each tenant's last entry. */
const feedHead = table('feed_head', { tenant_id: uuid(), number: bigInteger() }, { key: ['tenant_id'] });

/** Whose process it is: what happens to it later does not repeat that. */
const feedProcess = table(
  'feed_process',
  { process_id: uuid(), tenant_id: uuid(), company_id: uuid() },
  { key: ['process_id'], reach: ofCompany() },
);

type Owner = { companyId: string | null; requesterId: string | null };

const handlerOf = (type: EventType) => (event: Fact) => changesOf(type, event);

function changesOf(type: EventType, event: Fact): Change[] {
  const definition = publicEventOf(type);
  if (definition === undefined) return [];
  const { tenantId } = event.data;
  const { processId, companyId, userId } = subjectsOf(definition, event.data);
  const entry = (owner: Owner): Change =>
    feedHead.derive([tenantId], (head) => [
      feedEntry.put({
        tenant_id: tenantId,
        number: head?.number ?? 1,
        position: event.position,
        stream: event.stream,
        revision: Number(event.revision),
        reach: definition.reach,
        company_id: owner.companyId,
        requester_id: owner.requesterId,
      }),
    ]);
  const numbered = feedHead.evolve([tenantId], (head) => ({
    tenant_id: tenantId,
    number: (head?.number ?? 0) + 1,
  }));
  if (definition.reach === 'requester')
    return [numbered, entry({ companyId: null, requesterId: userId ?? null })];
  if (definition.reach !== 'company') return [numbered, entry({ companyId: null, requesterId: null })];
  if (companyId !== undefined) {
    const owned = processId === undefined ? [] : [ownership(processId, tenantId, companyId)];
    return [...owned, numbered, entry({ companyId, requesterId: null })];
  }
  if (processId === undefined) throw new Error(`${type} is of no company`);
  return [
    numbered,
    feedProcess.derive([processId], (row) => {
      if (row === undefined) throw new MissingRow(feedProcess, processId);
      return [entry({ companyId: row.company_id, requesterId: null })];
    }),
  ];
}

const ownership = (processId: string, tenantId: string, companyId: string): Change =>
  feedProcess.put({ process_id: processId, tenant_id: tenantId, company_id: companyId });

/** The index of the event feed. */
export const feedProjection: Projection = {
  name: 'feed',
  version: 1,
  schema: 'read',
  tables: [feedEntry, feedHead, feedProcess],
  on: Object.fromEntries((Object.keys(publicEvents) as EventType[]).map((type) => [type, handlerOf(type)])),
};
