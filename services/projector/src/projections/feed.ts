import {
  FEED_SCAN,
  publicEventOf,
  publicEvents,
  subjectsOf,
  type EventType,
  type FeedReach,
  type TenantEventType,
} from '@lacre/contracts';

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

/** Each tenant's last entry. Where it stands is no secret to who reads the feed, and no fact. */
const feedHead = table(
  'feed_head',
  { tenant_id: uuid(), number: bigInteger(), position: text() },
  { key: ['tenant_id'] },
);

/**
 * Where entries 1, 1,001, 2,001 … stand, one for each `FEED_SCAN` of them, known to every reader: whoever sees none of a thousand entries goes on after
 * them all the same, and no request has to look through more.
 */
const feedMark = table(
  'feed_mark',
  { tenant_id: uuid(), number: bigInteger(), position: text() },
  { key: ['tenant_id', 'number'] },
);

/** Whose process it is: what happens to it later does not repeat that. */
const feedProcess = table(
  'feed_process',
  { process_id: uuid(), tenant_id: uuid(), company_id: uuid() },
  { key: ['process_id'], reach: ofCompany() },
);

type Owner = { companyId: string | null; requesterId: string | null };

const handlerOf = (type: EventType) => (event: Fact<TenantEventType>) => changesOf(type, event);

function changesOf(type: EventType, event: Fact<TenantEventType>): Change[] {
  const definition = publicEventOf(type);
  if (definition === undefined) return [];
  const { tenantId } = event.data;
  const { processId, companyId, userId } = subjectsOf(definition, event.data);
  const { position } = event;
  const entry = (owner: Owner): Change =>
    feedHead.derive([tenantId], (head) => [
      ...marked(tenantId, head?.number ?? 1, position),
      feedEntry.put({
        tenant_id: tenantId,
        number: head?.number ?? 1,
        position,
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
    position,
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

const marked = (tenantId: string, number: number, position: string): Change[] =>
  number % FEED_SCAN === 1 ? [feedMark.put({ tenant_id: tenantId, number, position })] : [];

const ownership = (processId: string, tenantId: string, companyId: string): Change =>
  feedProcess.put({ process_id: processId, tenant_id: tenantId, company_id: companyId });

/** The index of the event feed. */
export const feedProjection: Projection = {
  name: 'feed',
  version: 3,
  schema: 'read',
  tables: [feedEntry, feedHead, feedMark, feedProcess],
  on: Object.fromEntries((Object.keys(publicEvents) as EventType[]).map((type) => [type, handlerOf(type)])),
};
