import type { CompanyFields } from '@lacre/contracts';
import { Refusal, type FieldError } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { assertRegistered } from '../person/registered-persons.ts';
import { company, companyOf } from './decide-company.ts';

/** Head offices above one another: more is a mistake, and is not followed further. */
const MAX_ANCESTORS = 20;

const refusal = (field: string, message: string): { fieldErrors: FieldError[] } => ({
  fieldErrors: [{ field, message }],
});

type Naming = Partial<Pick<CompanyFields, 'type' | 'parentCompanyId' | 'defaultSignatoryIds'>>;

/** Whether there is anything to be looked up. */
export const namesOthers = ({ parentCompanyId, defaultSignatoryIds = [] }: Naming): boolean =>
  parentCompanyId !== undefined || defaultSignatoryIds.length > 0;

/**
 * Looks up what a company's fields name: the head office, which must be there and active, and the persons who sign for
 * it by default. What the company named `before` may have been removed or made inactive since: an edit of the rest
 * is not asked for it again.
 *
 * @returns the head office, that one's head office, and so on. @throws Refusal
 */
export async function namedByCompany(
  service: { handler: CommandHandler },
  tenantId: string,
  fields: Naming,
  before: Naming = {},
): Promise<string[]> {
  const { type, parentCompanyId, defaultSignatoryIds = [] } = fields;
  if (parentCompanyId !== undefined && type !== 'branch')
    throw new Refusal('CLASS_VALIDATION_ERROR', refusal('parentCompanyId', 'Só uma filial tem matriz'));
  const known = new Set(before.defaultSignatoryIds);
  const named = defaultSignatoryIds
    .map((personId, index) => ({ personId, field: `defaultSignatoryIds.${index}` }))
    .filter(({ personId }) => !known.has(personId));
  await assertRegistered(service, tenantId, named);
  if (parentCompanyId !== before.parentCompanyId) await assertHeadOffice(service, tenantId, parentCompanyId);
  return ancestorsFrom(service, tenantId, parentCompanyId);
}

async function assertHeadOffice(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  parentCompanyId: string | undefined,
): Promise<void> {
  if (parentCompanyId === undefined) return;
  const found = companyOf(await handler.load(company, parentCompanyId), tenantId);
  if (found === undefined)
    throw new Refusal('COMPANY_NOT_FOUND', refusal('parentCompanyId', 'Empresa não encontrada'));
  if (found.status === 'inactive')
    throw new Refusal('COMPANY_NOT_ACTIVE', refusal('parentCompanyId', 'A matriz está inativa'));
}

async function ancestorsFrom(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  parentCompanyId: string | undefined,
): Promise<string[]> {
  const line: string[] = [];
  let next = parentCompanyId;
  while (next !== undefined && line.length < MAX_ANCESTORS && !line.includes(next)) {
    const found = companyOf(await handler.load(company, next), tenantId);
    if (found === undefined) break;
    line.push(next);
    next = found.fields.parentCompanyId;
  }
  return line;
}
