import {
  FEED_SCAN,
  publicEventOf,
  publicEvents,
  subjectsOf,
  type EventType,
  type TenantEventType,
} from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import { feedEntry, feedHead, feedMark, feedProcess, MissingRow, type Change } from '@lacre/read-models';

import { readModel, type Fact } from '../engine/projection.ts';

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

const marked = (tenantId: string, number: number, position: Position): Change[] =>
  number % FEED_SCAN === 1 ? [feedMark.put({ tenant_id: tenantId, number, position })] : [];

const ownership = (processId: string, tenantId: string, companyId: string): Change =>
  feedProcess.put({ process_id: processId, tenant_id: tenantId, company_id: companyId });

/** The index of the event feed. */
export const feedProjection = readModel('feed', {
  version: 3,
  on: Object.fromEntries([...publicEvents.keys()].map((type) => [type, handlerOf(type)])),
});
