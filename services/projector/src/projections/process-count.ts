import { PROCESS_ENDS, type ProcessStatus } from '@lacre/contracts';
import { processCount, tagCount, type Change } from '@lacre/read-models';

import { readModel, type Fact } from '../engine/projection.ts';

export type StatusChanges = Partial<Record<ProcessStatus, number>>;
const NONE: Readonly<Record<ProcessStatus, number>> = { waiting: 0, finished: 0, rejected: 0, canceled: 0 };

/** So many more, or fewer, of each state. */
export const recounted = (
  before: Readonly<Record<ProcessStatus, number>> = NONE,
  changes: StatusChanges,
): Record<ProcessStatus, number> => ({
  waiting: before.waiting + (changes.waiting ?? 0),
  finished: before.finished + (changes.finished ?? 0),
  rejected: before.rejected + (changes.rejected ?? 0),
  canceled: before.canceled + (changes.canceled ?? 0),
});

const counted = (tenantId: string, changes: StatusChanges): Change =>
  processCount.evolve([tenantId], (row) => ({ tenant_id: tenantId, ...recounted(row, changes) }));

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
