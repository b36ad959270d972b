import {
  historyKindOf,
  historySubjectOf,
  TENANT_HISTORY,
  type EventType,
  type TenantEventType,
} from '@lacre/contracts';
import { tenantEvent, tenantEventHead, type Change } from '@lacre/read-models';

import { readModel, type Fact } from '../engine/projection.ts';

const entered = ({
  type,
  data,
  position,
  stream,
  revision,
  at,
  metadata: { actor },
}: Fact<TenantEventType>): Change[] => [
  tenantEventHead.evolve([data.tenantId], (head) => ({
    tenant_id: data.tenantId,
    number: (head?.number ?? 0) + 1,
  })),
  tenantEventHead.derive([data.tenantId], (head) => [
    tenantEvent.put({
      tenant_id: data.tenantId,
      number: head?.number ?? 1,
      position,
      stream,
      revision: Number(revision),
      at,
      kind: historyKindOf(type),
      type,
      actor_id: 'id' in actor ? (actor.id ?? null) : null,
      subject_id: historySubjectOf(data) ?? null,
      process_id: 'processId' in data && typeof data.processId === 'string' ? data.processId : null,
    }),
  ]),
];

/** The index of a tenant's history. */
export const tenantEventProjection = readModel('tenant-event', {
  version: 6,
  on: Object.fromEntries(TENANT_HISTORY.map((type: EventType) => [type, entered])),
});
