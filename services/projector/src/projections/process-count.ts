import { PROCESS_ENDS } from '@lacre/contracts';
import { processCount, tagCount, type Change, type RowOf } from '@lacre/read-models';

import { readModel, type Fact } from '../engine/projection.ts';

type Counts = RowOf<typeof processCount>;
type Status = Exclude<keyof Counts, 'tenant_id'>;

const counted = (tenantId: string, changes: Partial<Record<Status, number>>): Change =>
  processCount.evolve([tenantId], (row): Counts => {
    const before = row ?? { tenant_id: tenantId, waiting: 0, finished: 0, rejected: 0, canceled: 0 };
    const after = { ...before };
    for (const [status, change] of Object.entries(changes) as [Status, number][])
      after[status] = before[status] + change;
    return after;
  });

const tagged = (tenantId: string, tagId: string, change: number): Change =>
  tagCount.evolve([tenantId, tagId], (row) => ({
    tenant_id: tenantId,
    tag_id: tagId,
    processes: (row?.processes ?? 0) + change,
  }));

/** A process waits until its one end. */
const ended = ({ type, data }: Fact<keyof typeof PROCESS_ENDS>): Change =>
  counted(data.tenantId, { waiting: -1, [PROCESS_ENDS[type]]: 1 });

export const processCountProjection = readModel('process-count', {
  version: 1,
  on: {
    ProcessCreated: ({ data: { tenantId, tagIds = [] } }) => [
      counted(tenantId, { waiting: 1 }),
      ...[...new Set(tagIds)].map((tagId) => tagged(tenantId, tagId, 1)),
    ],
    ProcessFinished: ended,
    ProcessRejected: ended,
    ProcessCanceled: ended,
    ProcessTagged: ({ data }) => tagged(data.tenantId, data.tagId, 1),
    ProcessUntagged: ({ data }) => tagged(data.tenantId, data.tagId, -1),
  },
});
