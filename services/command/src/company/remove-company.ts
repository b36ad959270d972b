import type { Position } from '@lacre/event-store';

import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import type { OpenProcesses } from '../process/open-processes.ts';
import { company } from './decide-company.ts';

/**
 * Removes a company that no process waits for. Commit point: CompanyRemoved; the next claim of its CNPJ finds it there
 * and takes the CNPJ over. A process that is being created at this very moment comes to be all the same: it carries
 * what it needs of the company.
 *
 * @returns the position of the event. @throws Refusal
 */
export async function removeCompany(
  service: { handler: CommandHandler; openProcesses: OpenProcesses },
  context: CommandContext,
  companyId: string,
): Promise<Position> {
  const { tenantId } = context;
  const earlier = await service.handler.repeated(company, companyId, context);
  if (earlier !== undefined) return orThrow(earlier).position;
  const pendingProcessIds = await service.openProcesses.ofCompany(tenantId, companyId);
  const remove = { type: 'remove', tenantId, pendingProcessIds } as const;
  return orThrow(await service.handler.handle(company, companyId, remove, context)).position;
}
