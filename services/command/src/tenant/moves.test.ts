import { derivedId } from '@lacre/event-store';
import { describe, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { tenant, type TenantStreamEvent } from './decide-tenant.ts';

const { given } = specificationOf(tenant);
const [tenantId, moveId, otherId] = [derivedId('tenant'), derivedId('move'), derivedId('other move')];
const [here, there] = ['https://assina1.example', 'https://assina2.example'];
const registered: TenantStreamEvent = {
  type: 'TenantRegistered',
  data: { tenantId, name: 'Conta', domain: 'conta', administratorId: derivedId('user') },
};
const began: TenantStreamEvent = { type: 'TenantMoveBegan', data: { tenantId, moveId, address: there } };
const abandoned: TenantStreamEvent = { type: 'TenantMoveAbandoned', data: { tenantId, moveId } };
const movedOut: TenantStreamEvent = { type: 'TenantMovedOut', data: { tenantId, moveId, address: there } };
const movedIn: TenantStreamEvent = { type: 'TenantMovedIn', data: { tenantId, moveId, address: here } };

const begin = { type: 'beginMove', moveId, address: there } as const;
const abandon = { type: 'abandonMove', moveId } as const;
const moveOut = { type: 'moveOut', moveId } as const;
const moveIn = { type: 'moveIn', moveId, address: here } as const;
const another = { type: 'addDomain', kind: 'login', domain: 'outra' } as const;

describe('a move', () => {
  it('begins once, and not beside another', () => {
    given(registered).when(begin).thenEvents(began);
    given(registered, began).when(begin).thenNothing();
    given(registered, began)
      .when({ ...begin, moveId: otherId })
      .thenRejected('TENANT_MOVING');
    given(registered, began)
      .when({ ...begin, address: here })
      .thenRejected('TENANT_MOVING');
    given(registered, began, movedOut).when(begin).thenRejected('TENANT_MOVED');
    given().when(begin).thenRejected('TENANT_NOT_FOUND');
  });

  it('of an inactive account begins as well', () => {
    const deactivated: TenantStreamEvent = { type: 'TenantDeactivated', data: { tenantId, reason: 'Fim' } };
    given(registered, deactivated).when(begin).thenEvents(began);
  });

  it('is given up before it has left alone, and can be begun again', () => {
    given(registered, began).when(abandon).thenEvents(abandoned);
    given(registered, began, abandoned).when(abandon).thenNothing();
    given(registered, began, abandoned).when(begin).thenEvents(began);
    given(registered, began)
      .when({ ...abandon, moveId: otherId })
      .thenRejected('TENANT_MOVING');
    given(registered, began, movedOut).when(abandon).thenRejected('TENANT_MOVED');
  });

  it('ends where it was begun to, unless it was given up', () => {
    given(registered, began).when(moveOut).thenEvents(movedOut);
    given(registered, began, movedOut).when(moveOut).thenNothing();
    given(registered, began, abandoned).when(moveOut).thenRejected('CONCURRENT_CHANGE');
    given(registered, began)
      .when({ ...moveOut, moveId: otherId })
      .thenRejected('TENANT_MOVING');
    given(registered, began, movedOut)
      .when({ ...moveOut, moveId: otherId })
      .thenRejected('TENANT_MOVED');
  });

  it('arrives in a copy that it began in, and in the log that the account left earlier', () => {
    given(registered, began).when(moveIn).thenEvents(movedIn);
    given(registered, began, movedIn).when(moveIn).thenNothing();
    const back = { tenantId, moveId: otherId, address: there };
    given(registered, began, movedOut)
      .when({ type: 'moveIn', ...back })
      .thenEvents({ type: 'TenantMovedIn', data: back });
    given(registered).when(moveIn).thenRejected('CONCURRENT_CHANGE');
    given(registered, began)
      .when({ ...moveIn, moveId: otherId })
      .thenRejected('CONCURRENT_CHANGE');
    given().when(moveIn).thenRejected('TENANT_NOT_FOUND');
  });

  it('is forgotten once, where the account left by it', () => {
    const shown = { moveId, events: 12, sha256: 'ab'.repeat(32) };
    const forget = { type: 'forgetMoved', ...shown } as const;
    const forgotten: TenantStreamEvent = {
      type: 'TenantMoveForgotten',
      data: { tenantId, address: there, ...shown },
    };
    given(registered, began, movedOut).when(forget).thenEvents(forgotten);
    given(registered, began, movedOut, forgotten).when(forget).thenNothing();
    given(registered, began, movedOut, forgotten).when(another).thenRejected('TENANT_MOVED');
    given(registered, began, movedOut)
      .when({ ...forget, moveId: otherId })
      .thenRejected('CONCURRENT_CHANGE');
    given(registered, began).when(forget).thenRejected('CONCURRENT_CHANGE');
    given(registered, began, movedIn).when(forget).thenRejected('CONCURRENT_CHANGE');
    given().when(forget).thenRejected('TENANT_NOT_FOUND');
  });

  it('refuses other changes of the account while it lasts, and for good where the account left', () => {
    given(registered, began).when(another).thenRejected('TENANT_MOVING');
    given(registered, began, movedOut).when(another).thenRejected('TENANT_MOVED');
    const added: TenantStreamEvent = {
      type: 'TenantDomainAdded',
      data: { tenantId, kind: 'login', domain: 'outra' },
    };
    given(registered, began, abandoned).when(another).thenEvents(added);
    given(registered, began, movedIn).when(another).thenEvents(added);
    given(registered, began, movedOut, movedIn).when(another).thenEvents(added);
  });
});
