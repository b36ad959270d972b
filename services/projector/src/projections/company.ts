import { COMPANY_FIELDS, folded, type CompanyFields } from '@lacre/contracts';
import { company, companyCount, type Change } from '@lacre/read-models';

import { readModel } from '../engine/projection.ts';
import { searchTextOf } from './search-text.ts';

const fromFields = (cnpj: string, fields: CompanyFields) => ({
  active: fields.active,
  fields,
  sort_name: folded(fields.companyName),
  search_text: searchTextOf(COMPANY_FIELDS, { cnpj, ...fields }),
});

const turned = (companyId: string, active: boolean, at: string) =>
  company.edit([companyId], ({ fields }) => ({ active, fields: { ...fields, active }, edited_at: at }));

const counted = (tenantId: string, change: number): Change =>
  companyCount.evolve([tenantId], (before) => ({
    tenant_id: tenantId,
    companies: (before?.companies ?? 0) + change,
  }));

export const companyProjection = readModel('company', {
  version: 4,
  on: {
    CompanyCreated: ({ data, at }) => [
      company.put({
        company_id: data.companyId,
        tenant_id: data.tenantId,
        cnpj: data.cnpj,
        ...fromFields(data.cnpj, data.fields),
        created_at: at,
        edited_at: at,
      }),
      counted(data.tenantId, 1),
    ],
    CompanyEdited: ({ data, at }) =>
      company.edit([data.companyId], ({ cnpj }) => ({ ...fromFields(cnpj, data.fields), edited_at: at })),
    CompanyActivated: ({ data, at }) => turned(data.companyId, true, at),
    CompanyDeactivated: ({ data, at }) => turned(data.companyId, false, at),
    CompanyRemoved: ({ data }) => [company.remove([data.companyId]), counted(data.tenantId, -1)],
  },
});
