import { streams, type CompanyFields } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { RunningCommand } from '../decider/command-context.ts';
import { orThrow } from '../decider/or-throw.ts';
import type { ReservationParts } from '../reservation/claim-value.ts';
import { claim } from '../reservation/claim.ts';
import { company } from './decide-company.ts';
import { namedByCompany } from './named-by-company.ts';

/** Registers a company, whose CNPJ becomes its own first. Commit point: CompanyCreated with "no stream". @throws Refusal */
export async function createCompany(
  service: ReservationParts,
  { context, newId }: RunningCommand,
  { cnpj, ...fields }: { cnpj: string } & CompanyFields,
) {
  const { handler } = service;
  const { tenantId } = context;
  const companyId = newId('company');
  await namedByCompany(service, tenantId, fields);
  const value = { kind: 'cnpj', value: cnpj, owner: streams.company(companyId), scope: 'tenant' } as const;
  try {
    await claim(service, context, 'CNPJ_ALREADY_EXISTS', value);
  } catch (error) {
    // The CNPJ of what was created and removed since may be another's now: the repeat still gets its answer.
    const earlier = await handler.repeated(company, companyId, context);
    if (!(error instanceof Refusal) || earlier?.ok !== true) throw error;
    return { position: orThrow(earlier).position, companyId };
  }
  const create = { type: 'create', companyId, tenantId, cnpj, fields } as const;
  const { position } = orThrow(await handler.handle(company, companyId, create, context));
  return { position, companyId };
}
