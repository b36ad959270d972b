import { randomUUID } from 'node:crypto';

import { schemaVersionOf, streams, type DataOf, type EventType } from '@lacre/contracts';
import type { EventStore, JsonObject } from '@lacre/event-store';
import { createMemoryEventStore } from '@lacre/event-store/memory';
import { appendToEnd } from '@lacre/event-store/testing';
import { beforeEach, expect, it } from 'vitest';

import { createCallers, type Callers } from './callers.ts';
import type { Claims } from './principal.ts';

const [userId, tenantId, companyId] = [randomUUID(), randomUUID(), randomUUID()];
let eventStore: EventStore;
let callers: Callers;

async function record<Type extends EventType>(stream: string, type: Type, data: DataOf<Type>): Promise<void> {
  const metadata = {
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: 'c1',
    schemaVersion: schemaVersionOf(type),
    tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  const event = { id: randomUUID(), type, data: data as JsonObject, metadata };
  await appendToEnd(eventStore, stream, [event]);
}
const ofUser = <Type extends EventType>(type: Type, more: Omit<DataOf<Type>, 'userId' | 'tenantId'>) =>
  record(streams.user(userId), type, { userId, tenantId, ...more } as unknown as DataOf<Type>);

const moveId = randomUUID();
const address = 'https://assina2.example';
const ofMove = (type: 'TenantMoveBegan' | 'TenantMovedOut' | 'TenantMovedIn') =>
  record(streams.tenant(tenantId), type, { tenantId, moveId, address });

const claims: Claims = { kind: 'user', sub: userId, tenantId, role: 'administrator', name: 'Ana' };
const admitted = async (given: Claims = claims) => {
  const admission = await callers.admit(given);
  return admission.admitted ? admission.principal : admission;
};
const codeOf = async (given: Claims = claims) => {
  const admission = await callers.admit(given);
  return admission.admitted ? 'admitted' : admission.code;
};

beforeEach(async () => {
  eventStore = createMemoryEventStore();
  callers = createCallers({ eventStore, logger: { error: () => {} } });
  await record(streams.tenant(tenantId), 'TenantRegistered', {
    tenantId,
    name: 'Conta',
    domain: 'conta',
    administratorId: userId,
  });
  await ofUser('UserCreated', { name: 'Ana', email: 'ana@exemplo.com.br', role: 'manager' });
});

it('believes the log, not the token, about role and name', async () => {
  expect(await admitted()).toMatchObject({ role: 'manager', companies: 'all' });
  await ofUser('UserRoleChanged', { role: 'common' });
  await ofUser('UserEdited', { name: 'Ana Souza', email: 'ana@exemplo.com.br' });
  expect(await admitted()).toEqual({ ...claims, role: 'common', name: 'Ana Souza', companies: [] });
});

it('refuses tokens of a session that was ended before its time, and no others', async () => {
  const [ended, going] = [randomUUID(), randomUUID()];
  const by = (sid: string): Claims => ({ ...claims, sid });
  expect(await codeOf(by(ended))).toBe('admitted');
  await ofUser('UserSessionsRevoked', { sessionIds: [ended], cause: 'asked' });
  expect(await codeOf(by(ended))).toBe('AUTH_TOKEN_REVOKED');
  expect(await codeOf(by(going))).toBe('admitted');
  expect(await codeOf()).toBe('admitted');
});

it('lets a common user reach the companies assigned to them, and a totem none', async () => {
  await ofUser('UserRoleChanged', { role: 'common' });
  await ofUser('UserCompaniesAssigned', { companyIds: [companyId] });
  expect(await admitted()).toMatchObject({ companies: [companyId] });
  await ofUser('UserRoleChanged', { role: 'totem' });
  expect(await admitted()).toMatchObject({ companies: [] });
});

it.each([
  ['deactivated', () => ofUser('UserDeactivated', {}), 'AUTH_USER_INACTIVE'],
  ['removed', () => ofUser('UserRemoved', {}), 'AUTH_USER_WITHOUT_TENANT'],
  [
    'of a tenant that was deactivated',
    () => record(streams.tenant(tenantId), 'TenantDeactivated', { tenantId, reason: 'x' }),
    'TENANT_INACTIVE',
  ],
  ['of a tenant that was moved', () => ofMove('TenantMovedOut'), 'TENANT_MOVED'],
])('refuses from the next call on who was %s', async (_case, happens, code) => {
  expect(await codeOf()).toBe('admitted');
  await happens();
  expect(await codeOf()).toBe(code);
});

it('admits callers of a tenant that is being moved, marked as such until it stays', async () => {
  const moving = async () => {
    const admission = await callers.admit(claims);
    return admission.admitted && admission.isMoving;
  };
  expect(await moving()).toBe(false);
  await ofMove('TenantMoveBegan');
  expect(await moving()).toBe(true);
  await record(streams.tenant(tenantId), 'TenantMoveAbandoned', { tenantId, moveId });
  expect(await moving()).toBe(false);
});

it('says where a tenant is that was moved, and admits again once it is back', async () => {
  await ofMove('TenantMovedOut');
  expect(await callers.admit(claims)).toEqual({ admitted: false, code: 'TENANT_MOVED', address });
  await ofMove('TenantMovedIn');
  expect(await codeOf()).toBe('admitted');
});

it('admits again who was activated again', async () => {
  await ofUser('UserDeactivated', {});
  await ofUser('UserActivated', {});
  expect(await codeOf()).toBe('admitted');
});

it('refuses tokens of a session that its user or person left, and no others', async () => {
  const [left, going] = [randomUUID(), randomUUID()];
  const person: Claims = { kind: 'person', sub: randomUUID(), tenantId, name: 'Rui' };
  for (const claimed of [claims, person]) {
    const by = (sid: string): Claims => ({ ...claimed, sid });
    expect(await codeOf(by(left))).toBe('admitted');
    if (claimed.kind === 'user') await ofUser('UserSignedOut', { sessionId: left });
    else {
      const data = { personId: person.sub, tenantId, sessionId: left };
      await record(streams.person(person.sub), 'PersonSignedOut', data);
    }
    expect(await codeOf(by(left))).toBe('AUTH_TOKEN_REVOKED');
    expect(await codeOf(by(going))).toBe('admitted');
  }
});

it('refuses a caller unknown to the log, and one of another tenant', async () => {
  expect(await codeOf({ ...claims, sub: randomUUID() })).toBe('AUTH_USER_WITHOUT_TENANT');
  expect(await codeOf({ ...claims, tenantId: randomUUID() })).toBe('AUTH_USER_WITHOUT_TENANT');
  const person: Claims = { kind: 'person', sub: randomUUID(), tenantId: randomUUID(), name: 'Rui' };
  expect(await codeOf(person)).toBe('AUTH_USER_WITHOUT_TENANT');
  expect(await codeOf({ ...person, tenantId })).toBe('admitted');
});

it('refuses a caller at a totem that is revoked, or whose user is removed', async () => {
  const totem = { totemId: randomUUID(), name: 'Recepção', userId };
  const person: Claims = { kind: 'person', sub: randomUUID(), tenantId, name: 'Rui', totem };
  expect(await codeOf(person)).toBe('AUTH_TOKEN_REVOKED');
  await ofUser('UserRoleChanged', { role: 'totem' });
  expect(await codeOf(person)).toBe('admitted');
  await ofUser('TotemRevoked', { totemId: totem.totemId });
  expect(await codeOf(person)).toBe('AUTH_TOKEN_REVOKED');
  const other = { ...person, totem: { ...totem, totemId: randomUUID() } };
  expect(await codeOf(other)).toBe('admitted');
  await ofUser('UserDeactivated', {});
  expect(await codeOf(other)).toBe('AUTH_TOKEN_REVOKED');
});

it('sees events stored before the call even while an earlier read is under way', async () => {
  const read = eventStore.readStream.bind(eventStore);
  const passed = Promise.withResolvers<void>();
  let reads = 0;
  eventStore.readStream = async function* slow(...parameters) {
    yield* read(...parameters);
    // The append of this test looks for the end of the stream, backwards.
    const isLook = parameters[0] === streams.user(userId) && parameters[1]?.direction !== 'backwards';
    if (isLook && ++reads === 1) await passed.promise;
  };
  const early = codeOf();
  // The first look has read everything and not come back yet.
  await ofUser('UserDeactivated', {});
  const late = [codeOf(), codeOf(), codeOf()];
  passed.resolve();
  expect(await early).toBe('admitted');
  expect(await Promise.all(late)).toEqual(Array.from({ length: 3 }, () => 'AUTH_USER_INACTIVE'));
  expect(reads).toBe(2);
});

it('is away when the log is', async () => {
  eventStore.readStream = async function* away() {
    yield* [];
    throw Object.assign(new Error('no answer'), { name: 'EventStoreUnavailable' });
  };
  await expect(callers.admit(claims)).rejects.toThrow('no answer');
});

it.each([
  ['removed', 'PersonRemoved', {}],
  ['erased', 'PersonErased', { reason: 'subject-request' }],
] as const)('refuses from the next call on a person who was %s', async (_case, type, more) => {
  const personId = randomUUID();
  const tokens: Claims[] = [randomUUID(), undefined].map((sid) => ({
    kind: 'person',
    sub: personId,
    tenantId,
    name: 'Rui',
    sid,
  }));
  for (const token of tokens) expect(await codeOf(token)).toBe('admitted');
  await record(streams.person(personId), type, { personId, tenantId, ...more });
  for (const token of tokens) expect(await codeOf(token)).toBe('AUTH_TOKEN_REVOKED');
});

/** The store, with the streams that were read counted, and its subscriptions ended at will. */
function watched(store: EventStore) {
  const streamsRead: string[] = [];
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});
  const following = new Proxy(store, {
    get(target, name, receiver) {
      if (name === 'readStream')
        return (stream: string, options?: object) => {
          streamsRead.push(stream);
          return target.readStream(stream, options);
        };
      if (name === 'subscribe')
        return async function* (options: Parameters<EventStore['subscribe']>[0]) {
          const messages = target.subscribe(options)[Symbol.asyncIterator]();
          for (;;) {
            const { done, value } = await Promise.race([messages.next(), broken.promise]);
            if (done === true) return;
            yield value;
          }
        };
      const member: unknown = Reflect.get(target, name, receiver);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { store: following, streamsRead, breakSubscription: () => broken.reject(new Error('cut off')) };
}

it('reads no stream of a known caller, and follows every change of them', async () => {
  const { store, streamsRead } = watched(eventStore);
  callers = createCallers({ eventStore: store, logger: { error: () => {} } });
  await expect
    .poll(async () => {
      streamsRead.splice(0);
      await admitted();
      return streamsRead;
    })
    .toEqual([]);
  for (const role of ['common', 'manager', 'administrator', 'common'] as const) {
    await ofUser('UserRoleChanged', { role });
    expect(await admitted()).toMatchObject({ role });
  }
  await Promise.all(Array.from({ length: 50 }, () => admitted()));
  expect(streamsRead).toEqual([]);
});

it('reads the streams again while its subscription is down, and reports it', async () => {
  const errors: string[] = [];
  const { store, streamsRead, breakSubscription } = watched(eventStore);
  callers = createCallers({
    eventStore: store,
    logger: { error: (_, message) => void errors.push(message) },
  });
  await expect
    .poll(async () => {
      streamsRead.splice(0);
      await admitted();
      return streamsRead;
    })
    .toEqual([]);
  breakSubscription();
  await expect.poll(() => errors).toEqual([expect.stringMatching(/not followed/)]);
  for (const role of ['common', 'manager'] as const) {
    await ofUser('UserRoleChanged', { role });
    expect(await admitted()).toMatchObject({ role });
  }
  expect(streamsRead).toContain(streams.user(userId));
});
