import type { CompanyFields } from '@lacre/contracts';
import { Refusal, type FieldError } from '@lacre/http';

import { assertRegistered } from '../person/registered-persons.ts';
import type { CommandService } from '../service.ts';
import { company, companyOf } from './decide-company.ts';

/** Head offices above one another: more is a mistake, and is not followed further. */
const MAX_ANCESTORS = 20;

const refusal = (field: string, message: string): { fieldErrors: FieldError[] } => ({
  fieldErrors: [{ field, message }],
});

/**
 * Looks up what a company's fields name: the head office, which must be there and active, and the persons who sign for
 * it by default.
 *
 * @returns the head office, that one's head office, and so on. @throws Refusal
 */
export async function namedByCompany(
  service: CommandService,
  tenantId: string,
  fields: Partial<Pick<CompanyFields, 'type' | 'parentCompanyId' | 'defaultSignatoryIds'>>,
): Promise<string[]> {
  const { type, parentCompanyId, defaultSignatoryIds = [] } = fields;
  if (parentCompanyId !== undefined && type !== 'branch')
    throw new Refusal('CLASS_VALIDATION_ERROR', refusal('parentCompanyId', 'Só uma filial tem matriz'));
  const named = defaultSignatoryIds.map((personId, index) => ({
    personId,
    field: `defaultSignatoryIds.${index}`,
  }));
  await assertRegistered(service, tenantId, named);
  return ancestorsFrom(service, tenantId, parentCompanyId);
}

async function ancestorsFrom(
  { handler }: CommandService,
  tenantId: string,
  parentCompanyId: string | undefined,
): Promise<string[]> {
  const line: string[] = [];
  let next = parentCompanyId;
  while (next !== undefined && line.length < MAX_ANCESTORS && !line.includes(next)) {
    const found = companyOf(await handler.load(company, next), tenantId);
    if (line.length === 0 && found === undefined)
      throw new Refusal('COMPANY_NOT_FOUND', refusal('parentCompanyId', 'Empresa não encontrada'));
    if (line.length === 0 && found?.status === 'inactive')
      throw new Refusal('COMPANY_NOT_ACTIVE', refusal('parentCompanyId', 'A matriz está inativa'));
    if (found === undefined) break;
    line.push(next);
    next = found.fields.parentCompanyId;
  }
  return line;
}
