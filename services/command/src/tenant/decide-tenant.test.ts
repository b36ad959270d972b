import { derivedId } from '@lacre/event-store';
import { it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { tenant } from './decide-tenant.ts';

const { given } = specificationOf(tenant);
const tenantId = derivedId('tenant');
const data = { tenantId, name: 'Conta', domain: 'conta', administratorId: derivedId('user') };

it('registers a tenant once', () => {
  given()
    .when({ type: 'register', ...data })
    .thenEvents({ type: 'TenantRegistered', data });
  given({ type: 'TenantRegistered', data })
    .when({ type: 'register', ...data })
    .thenNothing();
});

it('cannot register one whose id was forfeited', () => {
  given({ type: 'OwnerForfeited', data: { owner: `tenant-${tenantId}`, tenantId } })
    .when({ type: 'register', ...data })
    .thenRejected('CONCURRENT_CHANGE');
});
