import { TENANT_HISTORY, type EventType, type TenantEventType } from '@lacre/contracts';
import { tenantEvent, tenantEventHead, type Change } from '@lacre/read-models';

import { readModel, type Fact } from '../engine/projection.ts';

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
export const tenantEventProjection = readModel('tenant-event', {
  version: 5,
  on: Object.fromEntries(TENANT_HISTORY.map((type: EventType) => [type, entered])),
});
