import type { BodyOf, CompanyFields } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';
import type { Pool } from 'pg';

import { withAdvisoryLock } from '../database/with-advisory-lock.ts';
import type { CommandContext } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { orThrow } from '../decider/or-throw.ts';
import { company, companyOf } from './decide-company.ts';
import { namedByCompany, namesOthers } from './named-by-company.ts';

interface Edit extends Omit<CompanyFields, 'active'> {
  active?: BodyOf<'editCompany'>['active'];
}

/** Replaces a company's fields. @returns the position of the last event. @throws Refusal */
export async function editCompany(
  service: { handler: CommandHandler; pool: Pool },
  context: CommandContext,
  companyId: string,
  { active, ...fields }: Edit,
): Promise<Position> {
  const { tenantId } = context;
  const edit = async () => {
    const before = namesOthers(fields)
      ? companyOf(await service.handler.load(company, companyId), tenantId)?.fields
      : undefined;
    const ancestors = await namedByCompany(service, tenantId, fields, before);
    const command = { type: 'edit', tenantId, fields, active, ancestors } as const;
    return orThrow(await service.handler.handle(company, companyId, command, context)).position;
  };
  if (fields.parentCompanyId === undefined) return edit();
  // Two edits that name each other's company at once would both find no cycle.
  return withAdvisoryLock(service.pool, `head-office:${tenantId}`, edit);
}
