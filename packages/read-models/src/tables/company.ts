import type { CompanyFields } from '@lacre/contracts';

import { bigInteger, bool, instant, json, text, uuid } from '../column.ts';
import { ofCompany, wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

export const company = table(
  'company',
  {
    company_id: uuid(),
    tenant_id: uuid(),
    cnpj: text(),
    active: bool(),
    fields: json<CompanyFields>(),
    sort_name: text(),
    search_text: text(),
    created_at: instant(),
    edited_at: instant(),
  },
  {
    key: ['company_id'],
    searchable: true,
    reach: ofCompany(),
    indexes: ['(tenant_id, sort_name, company_id)', 'using gin (search_text public.gin_trgm_ops)'],
  },
);

/** How many companies an account has: counted as they come and go, as persons are. */
export const companyCount = table(
  'company_count',
  { tenant_id: uuid(), companies: bigInteger() },
  { key: ['tenant_id'], reach: wholeTenant },
);
