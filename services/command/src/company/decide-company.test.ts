import type { CompanyFields } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { company, companyOf, type CompanyStreamEvent } from './decide-company.ts';

const { given } = specificationOf(company);
const [companyId, tenantId, otherTenantId] = ['company', 'tenant', 'other'].map((name) =>
  derivedId(name),
) as [string, string, string];
const fields: CompanyFields = { companyName: 'Padaria Real', active: true };
const create = { type: 'create', companyId, tenantId, cnpj: '11222333000181', fields } as const;
const created: CompanyStreamEvent = {
  type: 'CompanyCreated',
  data: { companyId, tenantId, cnpj: create.cnpj, fields },
};
const forfeited: CompanyStreamEvent = {
  type: 'OwnerForfeited',
  data: { owner: `company-${companyId}`, tenantId },
};
const renamed = { ...fields, companyName: 'Padaria Nova' };
const edited: CompanyStreamEvent = { type: 'CompanyEdited', data: { companyId, tenantId, fields: renamed } };

it('creates a company once', () => {
  given().when(create).thenEvents(created);
  given(created).when(create).thenNothing();
});

it('cannot create one whose id was forfeited', () => {
  given(forfeited).when(create).thenRejected('CONCURRENT_CHANGE');
});

it('edits a company of the tenant, active or not', () => {
  given(created).when({ type: 'edit', tenantId, fields: renamed }).thenEvents(edited);
  const inactive: CompanyStreamEvent = {
    type: 'CompanyEdited',
    data: { companyId, tenantId, fields: { ...fields, active: false } },
  };
  given(created, inactive).when({ type: 'edit', tenantId, fields: renamed }).thenEvents(edited);
  expect(given(created, inactive).state().status).toBe('inactive');
  expect(given(created, inactive, edited).state()).toMatchObject({ status: 'active', fields: renamed });
});

it('knows no company before it is created, of another tenant, or forfeited', () => {
  given().when({ type: 'edit', tenantId, fields }).thenRejected('COMPANY_NOT_FOUND');
  given(created).when({ type: 'edit', tenantId: otherTenantId, fields }).thenRejected('COMPANY_NOT_FOUND');
  given(forfeited).when({ type: 'edit', tenantId, fields }).thenRejected('COMPANY_NOT_FOUND');
  expect(companyOf(given(created).state(), otherTenantId)).toBeUndefined();
  expect(companyOf(given(created).state(), tenantId)?.cnpj).toBe(create.cnpj);
});
