import type { ProcessStatus } from '@lacre/contracts';
import { companyProcessCount, MissingRow, processTable, type Change } from '@lacre/read-models';

import { recounted, type StatusChanges } from './process-count.ts';

/** So many more, or fewer, processes of a company in each state. */
export const counted = (
  { tenantId, companyId }: { tenantId: string; companyId: string },
  changes: StatusChanges,
): Change =>
  companyProcessCount.evolve([tenantId, companyId], (row) => ({
    tenant_id: tenantId,
    company_id: companyId,
    ...recounted(row, changes),
  }));

/** The end of a process, counted for its company, which the process's row names. */
export const countedEnd = (processId: string, status: ProcessStatus): Change =>
  processTable.derive([processId], (row) => {
    if (row === undefined) throw new MissingRow(processTable, processId);
    const { tenant_id: tenantId, company_id: companyId } = row;
    return [counted({ tenantId, companyId }, { waiting: -1, [status]: 1 })];
  });
