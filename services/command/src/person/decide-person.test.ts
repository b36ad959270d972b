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

it('records sign-ins of who is registered', () => {
  given(created)
    .when({ type: 'recordSignIn', tenantId, processId })
    .thenEvents({ type: 'PersonSignedIn', data: { personId, tenantId, processId, method: 'email-code' } });
  given().when({ type: 'recordSignIn', tenantId, processId }).thenRejected('AUTH_PERSON_NOT_FOUND');
  given(created)
    .when({ type: 'recordSignIn', tenantId: processId, processId })
    .thenRejected('AUTH_PERSON_NOT_FOUND');
});

it('is known to its own tenant alone', () => {
  expect(personOf(given(created).state(), tenantId)?.cpf).toBe(data.cpf);
  expect(personOf(given(created).state(), processId)).toBeUndefined();
  expect(personOf(given(forfeited).state(), tenantId)).toBeUndefined();
});
