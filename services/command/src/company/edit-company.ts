import type { BodyOf, CompanyFields } from '@lacre/contracts';
import type { Position } from '@lacre/event-store';

import type { CommandContext } from '../decider/command-context.ts';
import { stored } from '../run-command.ts';
import type { CommandService } from '../service.ts';
import { company } from './decide-company.ts';
import { namedByCompany } from './named-by-company.ts';

interface Edit extends Omit<CompanyFields, 'active'> {
  active?: BodyOf<'editCompany'>['active'];
}

/** Replaces a company's fields. @returns the position of the last event. @throws Refusal */
export async function editCompany(
  service: CommandService,
  context: CommandContext,
  companyId: string,
  { active, ...fields }: Edit,
): Promise<Position> {
  const { tenantId } = context;
  const edit = async () => {
    const ancestors = await namedByCompany(service, tenantId, fields);
    const command = { type: 'edit', tenantId, fields, active, ancestors } as const;
    return stored(await service.handler.handle(company, companyId, command, context)).position;
  };
  return fields.parentCompanyId === undefined ? edit() : oneAtATime(service, tenantId, edit);
}

/**
 * Runs edits that name a head office one after another in a tenant, in every process: two that name each other at once
 * would both find no cycle.
 */
async function oneAtATime<Result>(
  { pool }: CommandService,
  tenantId: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`head-office:${tenantId}`]);
    return await run();
  } finally {
    await client.query('commit').then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  }
}
