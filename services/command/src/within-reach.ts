import { reaches, type Principal, type UserPrincipal } from '@lacre/access';
import { operations, rules, type OperationName } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { CommandHandler } from './decider/command-handler.ts';
import { signatureProcess } from './process/decide/decide-process.ts';
import { processOf } from './process/decide/state.ts';

/** What a request names that belongs to a company, by the fields that every operation calls it. */
interface Named {
  companyId?: unknown;
  companyIds?: unknown;
  processId?: unknown;
  processIds?: unknown;
}

const idsIn = (...values: readonly unknown[]): string[] =>
  values.flat().filter((value): value is string => typeof value === 'string');

/**
 * Holds a caller who reaches some companies only to those, wherever an operation is over companies: what its path and
 * body name is looked up before anything is decided. A process never changes its company, so that what is found here
 * still holds when the decision is made.
 *
 * @throws Refusal as for what is not there: COMPANY_NOT_FOUND, SIGNATURE_PROCESS_NOT_FOUND
 */
export async function assertWithinReach(
  service: { handler: CommandHandler },
  call: { operation: OperationName; principal: Principal; params?: unknown; body?: unknown },
): Promise<void> {
  const { operation, principal } = call;
  if (principal.kind !== 'user' || principal.companies === 'all') return;
  if (rules[operations[operation].allow].over !== 'companies') return;
  const [params, body] = [call.params, call.body].map((part) => (part ?? {}) as Named);
  const companies = idsIn(params?.companyId, params?.companyIds, body?.companyId, body?.companyIds);
  for (const [index, companyId] of companies.entries())
    if (!reaches(principal.companies, companyId))
      throw new Refusal('COMPANY_NOT_FOUND', namedField(body?.companyIds, 'companyIds', index));
  const processes = idsIn(params?.processId, params?.processIds, body?.processId, body?.processIds);
  for (const [index, processId] of processes.entries())
    if (!(await reachesProcess(service, principal, processId)))
      throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND', namedField(body?.processIds, 'processIds', index));
}

async function reachesProcess(
  { handler }: { handler: CommandHandler },
  { tenantId, companies }: UserPrincipal,
  processId: string,
): Promise<boolean> {
  const found = processOf(await handler.load(signatureProcess, processId), tenantId);
  return found !== undefined && reaches(companies, found.company.companyId);
}

/** Which of a list is at fault; a single id needs no telling. */
const namedField = (list: unknown, name: string, index: number) =>
  Array.isArray(list) ? { fieldErrors: [{ field: `${name}.${index}`, message: 'Não encontrado' }] } : {};
