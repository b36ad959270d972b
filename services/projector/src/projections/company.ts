import type { CompanyFields } from '@lacre/contracts';
import { folded } from '@lacre/contracts';

import type { Projection } from '../engine/projection.ts';
import { ofCompany } from '../engine/reach.ts';
import { bool, instant, json, table, text, uuid } from '../engine/table.ts';
import { searchText } from './search-text.ts';

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

const fromFields = (cnpj: string, fields: CompanyFields) => ({
  active: fields.active,
  fields,
  sort_name: folded(fields.companyName),
  search_text: searchText(cnpj, fields.companyName, fields.tradingName),
});

const turned = (companyId: string, active: boolean, at: string) =>
  company.edit([companyId], ({ fields }) => ({ active, fields: { ...fields, active }, edited_at: at }));

export const companyProjection: Projection = {
  name: 'company',
  version: 3,
  schema: 'read',
  tables: [company],
  on: {
    CompanyCreated: ({ data, at }) =>
      company.put({
        company_id: data.companyId,
        tenant_id: data.tenantId,
        cnpj: data.cnpj,
        ...fromFields(data.cnpj, data.fields),
        created_at: at,
        edited_at: at,
      }),
    CompanyEdited: ({ data, at }) =>
      company.edit([data.companyId], ({ cnpj }) => ({ ...fromFields(cnpj, data.fields), edited_at: at })),
    CompanyActivated: ({ data, at }) => turned(data.companyId, true, at),
    CompanyDeactivated: ({ data, at }) => turned(data.companyId, false, at),
    CompanyRemoved: ({ data }) => company.remove([data.companyId]),
  },
};
