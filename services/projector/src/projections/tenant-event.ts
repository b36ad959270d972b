import { TENANT_HISTORY, type EventType, type TenantEventType } from '@lacre/contracts';

import type { Fact, Projection } from '../engine/projection.ts';
import { wholeTenant } from '../engine/reach.ts';
import { bigInteger, instant, table, text, uuid, type Change } from '../engine/table.ts';

/**
 * Where the facts of each tenant's history stand in the log, numbered from 1 in its order, with when they happened. What
 * they say is read from the log, so that nothing of anybody stands here.
 */
export const tenantEvent = table(
  'tenant_event',
  {
    tenant_id: uuid(),
    number: bigInteger(),
    position: text(),
    stream: text(),
    revision: bigInteger(),
    at: instant(),
  },
  { key: ['tenant_id', 'number'], reach: wholeTenant, indexes: ['(tenant_id, at desc, number desc)'] },
);

/** The number of each tenant's last entry. */
const tenantEventHead = table(
  'tenant_event_head',
  { tenant_id: uuid(), number: bigInteger() },
  { key: ['tenant_id'], reach: wholeTenant },
);

const entered = ({ data: { tenantId }, position, stream, revision, at }: Fact<TenantEventType>): Change[] => [
  tenantEventHead.evolve([tenantId], (head) => ({
    tenant_id: tenantId,
    number: (head?.number ?? 0) + 1,
  })),
  tenantEventHead.derive([tenantId], (head) => [
    tenantEvent.put({
      tenant_id: tenantId,
      number: head?.number ?? 1,
      position,
      stream,
      revision: Number(revision),
      at,
    }),
  ]),
];

/** The index of a tenant's history. */
export const tenantEventProjection: Projection = {
  name: 'tenant-event',
  version: 4,
  schema: 'read',
  tables: [tenantEvent, tenantEventHead],
  on: Object.fromEntries(TENANT_HISTORY.map((type: EventType) => [type, entered])),
};
