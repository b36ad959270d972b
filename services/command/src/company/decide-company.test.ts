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
const renamed = { companyName: 'Padaria Nova' };
const edit = { type: 'edit', tenantId, fields: renamed, active: undefined, ancestors: [] } as const;
const edited = (active: boolean): CompanyStreamEvent => ({
  type: 'CompanyEdited',
  data: { companyId, tenantId, fields: { ...renamed, active } },
});
const [activated, deactivated, removed] = (
  ['CompanyActivated', 'CompanyDeactivated', 'CompanyRemoved'] as const
).map((type): CompanyStreamEvent => ({ type, data: { companyId, tenantId } })) as [
  CompanyStreamEvent,
  CompanyStreamEvent,
  CompanyStreamEvent,
];

it('creates a company once', () => {
  given().when(create).thenEvents(created);
  given(created).when(create).thenNothing();
});

it('cannot create one whose id was forfeited', () => {
  given(forfeited).when(create).thenRejected('CONCURRENT_CHANGE');
});

it('edits a company of the tenant, active or not, which changes nothing about that', () => {
  given(created).when(edit).thenEvents(edited(true));
  given(created, deactivated).when(edit).thenEvents(edited(false));
  expect(given(created, edited(true)).state()).toMatchObject({ status: 'active', fields: renamed });
});

it('turns active and inactive, by an edit or by itself, once', () => {
  given(created).when({ type: 'deactivate', tenantId }).thenEvents(deactivated);
  given(created, deactivated).when({ type: 'deactivate', tenantId }).thenNothing();
  given(created, deactivated).when({ type: 'activate', tenantId }).thenEvents(activated);
  given(created).when({ type: 'activate', tenantId }).thenNothing();
  given(created)
    .when({ ...edit, active: false })
    .thenEvents(edited(true), deactivated);
  given(created, edited(true), deactivated)
    .when({ ...edit, active: true })
    .thenEvents(edited(false), activated);
  expect(given(created, deactivated).state()).toMatchObject({
    status: 'inactive',
    fields: { active: false },
  });
  expect(given(created, deactivated, activated).state()).toMatchObject({ status: 'active' });
});

it('follows an edit of an older release, which held whether it is active', () => {
  expect(given(created, edited(false)).state().status).toBe('inactive');
  expect(given(created, edited(false), edited(true)).state().status).toBe('active');
});

it('is no branch of itself, however far up', () => {
  given(created)
    .when({ ...edit, ancestors: ['other', companyId] })
    .thenRejected('COMPANY_PARENT_CYCLE');
  given(created)
    .when({ ...edit, ancestors: ['other'] })
    .thenTypes('CompanyEdited');
});

it('is removed for good, unless a process of it is pending', () => {
  const remove = { type: 'remove', tenantId, pendingProcessIds: [] } as const;
  given(created)
    .when({ ...remove, pendingProcessIds: ['a process'] })
    .thenRejected('COMPANY_HAS_PENDING_PROCESSES');
  given(created, deactivated).when(remove).thenEvents(removed);
  for (const command of [remove, edit, { type: 'activate', tenantId } as const])
    given(created, removed).when(command).thenRejected('COMPANY_NOT_FOUND');
  given(created, removed).when(create).thenNothing();
  expect(companyOf(given(created, removed).state(), tenantId)).toBeUndefined();
});

it('knows no company before it is created, of another tenant, or forfeited', () => {
  given().when(edit).thenRejected('COMPANY_NOT_FOUND');
  given(forfeited).when(edit).thenRejected('COMPANY_NOT_FOUND');
  for (const command of [
    edit,
    { type: 'activate' },
    { type: 'deactivate' },
    { type: 'remove', pendingProcessIds: [] },
  ] as const)
    given(created)
      .when({ ...command, tenantId: otherTenantId })
      .thenRejected('COMPANY_NOT_FOUND');
  expect(companyOf(given(created).state(), otherTenantId)).toBeUndefined();
  expect(companyOf(given(created).state(), tenantId)?.cnpj).toBe(create.cnpj);
});
