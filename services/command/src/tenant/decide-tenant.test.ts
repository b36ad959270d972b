import { derivedId } from '@lacre/event-store';
import { describe, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { tenant, type TenantStreamEvent } from './decide-tenant.ts';

const { given } = specificationOf(tenant);
const tenantId = derivedId('tenant');
const data = { tenantId, name: 'Conta', domain: 'conta', administratorId: derivedId('user') };
const registered: TenantStreamEvent = { type: 'TenantRegistered', data };
const image = { sha256: 'a'.repeat(64), mediaType: 'image/png' } as const;

it('registers a tenant once', () => {
  given()
    .when({ type: 'register', ...data })
    .thenEvents(registered);
  given(registered)
    .when({ type: 'register', ...data })
    .thenNothing();
});

it('cannot register one whose id was forfeited', () => {
  given({ type: 'OwnerForfeited', data: { owner: `tenant-${tenantId}`, tenantId } })
    .when({ type: 'register', ...data })
    .thenRejected('CONCURRENT_CHANGE');
});

it('is deactivated and activated, each once', () => {
  const deactivated: TenantStreamEvent = { type: 'TenantDeactivated', data: { tenantId, reason: 'Fim' } };
  const activated: TenantStreamEvent = { type: 'TenantActivated', data: { tenantId } };
  const deactivate = { type: 'deactivate', reason: 'Fim' } as const;
  given(registered).when(deactivate).thenEvents(deactivated);
  given(registered, deactivated).when(deactivate).thenNothing();
  given(registered, deactivated).when({ type: 'activate' }).thenEvents(activated);
  given(registered).when({ type: 'activate' }).thenNothing();
  given().when(deactivate).thenRejected('TENANT_NOT_FOUND');
});

describe('settings', () => {
  const change = (
    settings: object,
    images: readonly { name: 'logo' | 'bg'; image: typeof image | null }[] = [],
  ) => ({ type: 'changeSettings', settings, images }) as const;
  const changed = (settings: object): TenantStreamEvent => ({
    type: 'TenantSettingsChanged',
    data: { tenantId, settings },
  });

  it('change as named, and keep the rest', () => {
    given(registered, changed({ displayName: 'Andrade', deadlineDays: 10 }))
      .when(change({ deadlineDays: null, primaryColor: '#5e35e6' }))
      .thenEvents(changed({ displayName: 'Andrade', primaryColor: '#5e35e6' }));
  });

  it('that are so already are no event', () => {
    given(registered).when(change({})).thenNothing();
    given(registered, changed({ deadlineDays: 10, reminders: { everyDays: 2 } }))
      .when(change({ reminders: { everyDays: 2 }, deadlineDays: 10, displayName: null }))
      .thenNothing();
  });

  it('take images, and take them away', () => {
    const logo: TenantStreamEvent = { type: 'TenantImageChanged', data: { tenantId, name: 'logo', image } };
    given(registered)
      .when(change({}, [{ name: 'logo', image }]))
      .thenEvents(logo);
    given(registered, logo)
      .when(change({}, [{ name: 'logo', image }]))
      .thenNothing();
    given(registered, logo)
      .when(change({}, [{ name: 'logo', image: null }]))
      .thenEvents({ type: 'TenantImageChanged', data: { tenantId, name: 'logo' } });
  });
});

describe('domains', () => {
  const added = (domain: string, kind: 'login' | 'email' = 'login'): TenantStreamEvent => ({
    type: 'TenantDomainAdded',
    data: { tenantId, kind, domain },
  });
  const add = (domain: string, kind: 'login' | 'email' = 'login') =>
    ({ type: 'addDomain', kind, domain }) as const;
  const remove = (domain: string) => ({ type: 'removeDomain', domain }) as const;

  it('are added once', () => {
    given(registered).when(add('andrade')).thenEvents(added('andrade'));
    given(registered, added('andrade')).when(add('andrade')).thenNothing();
    given(registered).when(add('conta')).thenNothing();
    given(registered).when(add('andrade.com.br', 'email')).thenEvents(added('andrade.com.br', 'email'));
  });

  it('are not without number', () => {
    const many = Array.from({ length: 49 }, (_, index) => added(`conta-${index}`));
    given(registered, ...many)
      .when(add('mais-uma'))
      .thenRejected('TOO_MANY_DOMAINS');
  });

  it('leave one address, the oldest of those left being shown', () => {
    given(registered).when(remove('conta')).thenRejected('DOMAIN_REQUIRED');
    given(registered, added('andrade'))
      .when(remove('conta'))
      .thenEvents({
        type: 'TenantDomainRemoved',
        data: { tenantId, kind: 'login', domain: 'conta', primary: 'andrade' },
      });
    given(registered, added('andrade'))
      .when(remove('andrade'))
      .thenEvents({
        type: 'TenantDomainRemoved',
        data: { tenantId, kind: 'login', domain: 'andrade', primary: 'conta' },
      });
    given(registered, added('andrade.com.br', 'email'))
      .when(remove('andrade.com.br'))
      .thenEvents({
        type: 'TenantDomainRemoved',
        data: { tenantId, kind: 'email', domain: 'andrade.com.br' },
      });
    given(registered).when(remove('outra')).thenRejected('DOMAIN_NOT_FOUND');
  });
});
