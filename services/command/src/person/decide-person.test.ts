import { cpfOf } from '@lacre/contracts/testing';
import { derivedId } from '@lacre/event-store';
import { expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { person, personOf, type PersonStreamEvent } from './decide-person.ts';

const { given } = specificationOf(person);
const [personId, tenantId, processId] = ['person', 'tenant', 'process'].map((name) => derivedId(name)) as [
  string,
  string,
  string,
];
const data = { personId, tenantId, cpf: cpfOf(1), fields: { name: 'Rui', email: 'rui@exemplo.com.br' } };
const created: PersonStreamEvent = { type: 'PersonCreated', data };
const forfeited: PersonStreamEvent = {
  type: 'OwnerForfeited',
  data: { owner: `person-${personId}`, tenantId },
};

it('registers a person once', () => {
  given()
    .when({ type: 'create', ...data })
    .thenEvents(created);
  given(created)
    .when({ type: 'create', ...data })
    .thenNothing();
  given(forfeited)
    .when({ type: 'create', ...data })
    .thenRejected('CONCURRENT_CHANGE');
});

const signIn = {
  type: 'recordSignIn',
  tenantId,
  processId,
  method: 'email-code',
  sessionId: derivedId('session'),
  proven: [{ channel: 'email', address: 'rui@exemplo.com.br' }],
  deviceId: undefined,
  remembered: undefined,
} as const;

const session = { sessionId: signIn.sessionId, proven: [...signIn.proven] };
const proven = signIn.proven[0];

it('records sign-ins of a registered person', () => {
  const signedIn = { personId, tenantId, processId, method: 'email-code' as const, ...session };
  given(created).when(signIn).thenEvents({ type: 'PersonSignedIn', data: signedIn });
  given().when(signIn).thenRejected('AUTH_PERSON_NOT_FOUND');
  given(created)
    .when({ ...signIn, tenantId: processId })
    .thenRejected('AUTH_PERSON_NOT_FOUND');
});

it('records the device that a sign-in has remembered, or that it came from', () => {
  const deviceId = derivedId('device');
  const expiresAt = '2027-05-20T12:00:00.000Z';
  given(created)
    .when({
      ...signIn,
      processId: undefined,
      method: 'sms-code',
      deviceId,
      remembered: { until: expiresAt, toldAt: undefined },
    })
    .thenEvents(
      { type: 'PersonSignedIn', data: { personId, tenantId, method: 'sms-code', deviceId, ...session } },
      { type: 'PersonDeviceRemembered', data: { personId, tenantId, deviceId, expiresAt, proven } },
    );
  given(created)
    .when({ ...signIn, method: 'known-device', deviceId })
    .thenTypes('PersonSignedIn');
  given(created)
    .when({ type: 'forgetDevice', tenantId, deviceId })
    .thenEvents({ type: 'PersonDeviceForgotten', data: { personId, tenantId, deviceId } });
});

it('distinguishes another device of a person from their first', () => {
  const deviceId = derivedId('device');
  const command = {
    ...signIn,
    deviceId,
    remembered: { until: '2027-05-20T12:00:00.000Z', toldAt: 'rui@exemplo.com.br' },
  };
  const device = { personId, tenantId, deviceId, expiresAt: command.remembered.until };
  const told = { proven: { ...proven, toldAt: command.remembered.toldAt } };
  const signedIn: PersonStreamEvent = {
    type: 'PersonSignedIn',
    data: { personId, tenantId, processId, method: 'email-code', ...session },
  };
  const remembered = (more: object) =>
    ({ type: 'PersonDeviceRemembered', data: { ...device, ...more } }) as PersonStreamEvent;
  const now = { ...signedIn, data: { ...signedIn.data, deviceId } } as PersonStreamEvent;
  given(created).when(command).thenEvents(now, remembered(told));
  given(created, signedIn)
    .when(command)
    .thenEvents(now, remembered({ another: true, ...told }));
  given(created, signedIn)
    .when({ ...command, remembered: { ...command.remembered, toldAt: undefined } })
    .thenEvents(now, remembered({ proven }));
});

it('ends the sessions that proved a contact which was replaced, and no others', () => {
  const of = (sessionId: string, address: string): PersonStreamEvent => ({
    type: 'PersonSignedIn',
    data: { personId, tenantId, method: 'email-code', sessionId, proven: [{ channel: 'email', address }] },
  });
  const [former, other, left] = [derivedId('former'), derivedId('other'), derivedId('left')];
  const opened = [
    of(former, 'velho@exemplo.com.br'),
    of(other, 'rui@exemplo.com.br'),
    of(left, 'velho@exemplo.com.br'),
  ];
  const leaving: PersonStreamEvent = {
    type: 'PersonSignedOut',
    data: { personId, tenantId, sessionId: left },
  };
  const end = {
    type: 'endSessions',
    tenantId,
    processId,
    addresses: [{ channel: 'email', address: 'velho@exemplo.com.br' }],
  } as const;
  const ended: PersonStreamEvent = {
    type: 'PersonSessionsEnded',
    data: { personId, tenantId, sessionIds: [former], processId },
  };
  given(created, ...opened, leaving)
    .when(end)
    .thenEvents(ended);
  given(created, ...opened, leaving, ended)
    .when(end)
    .thenNothing();
});

it('knows a person who signed in before', () => {
  const signedIn: PersonStreamEvent = {
    type: 'PersonSignedIn',
    data: { personId, tenantId, processId, method: 'email-code' },
  };
  expect(given(created).state()).toMatchObject({ hasSignedIn: false });
  expect(given(created, signedIn).state()).toMatchObject({ hasSignedIn: true });
});

it('is known to its own tenant alone', () => {
  expect(personOf(given(created).state(), tenantId)?.cpf).toBe(data.cpf);
  expect(personOf(given(created).state(), processId)).toBeUndefined();
  expect(personOf(given(forfeited).state(), tenantId)).toBeUndefined();
});

const reference = { personId, tenantId };
const fields = { name: 'Rui Alves', email: 'rui.alves@exemplo.com.br', emails: ['rui@casa.com.br'] };
const edited: PersonStreamEvent = { type: 'PersonEdited', data: { ...reference, fields } };
const removed: PersonStreamEvent = { type: 'PersonRemoved', data: reference };

it('is edited as a whole', () => {
  given(created).when({ type: 'edit', tenantId, fields }).thenEvents(edited);
  expect(personOf(given(created, edited).state(), tenantId)).toMatchObject({ cpf: data.cpf, fields });
});

it('is removed for good, unless a signature of theirs is pending', () => {
  const remove = { type: 'remove', tenantId, pendingProcessIds: [] } as const;
  given(created)
    .when({ ...remove, pendingProcessIds: [processId] })
    .thenRejected('PERSON_HAS_PENDING_SIGNATURES');
  given(created, edited).when(remove).thenEvents(removed);
  given(created, removed).when(remove).thenRejected('PERSON_NOT_FOUND');
  given(created, removed).when({ type: 'edit', tenantId, fields }).thenRejected('PERSON_NOT_FOUND');
  given(created, removed)
    .when({ type: 'create', ...data })
    .thenNothing();
  expect(personOf(given(created, removed).state(), tenantId)).toBeUndefined();
});

it('is neither edited nor removed by another tenant, nor before they are registered', () => {
  const [edit, remove] = [
    { type: 'edit', tenantId, fields },
    { type: 'remove', tenantId, pendingProcessIds: [] },
  ] as const;
  for (const command of [edit, remove]) {
    given().when(command).thenRejected('PERSON_NOT_FOUND');
    given(forfeited).when(command).thenRejected('PERSON_NOT_FOUND');
    given(created)
      .when({ ...command, tenantId: processId })
      .thenRejected('PERSON_NOT_FOUND');
  }
});
