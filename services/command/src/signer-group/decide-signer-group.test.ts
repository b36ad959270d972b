import type { Part, SignerGroupFields } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { keptOf } from '../decider/reusable.ts';
import { specificationOf } from '../decider/specification.ts';
import { signerGroup } from './decide-signer-group.ts';

const { given } = specificationOf(signerGroup);
const [signerGroupId, tenantId, otherTenantId] = ['group', 'tenant', 'other'].map((name) =>
  derivedId(name),
) as [string, string, string];
const group = (...parts: Part[]): SignerGroupFields => ({
  name: 'Diretoria',
  members: parts.map((part, index) => ({ personId: derivedId('person', index), part })),
});
const fields = group('signatory', 'signatory');
const create = { type: 'create', signerGroupId, tenantId, fields } as const;
const created = { type: 'SignerGroupCreated', data: { signerGroupId, tenantId, fields } } as const;
const removed = { type: 'SignerGroupRemoved', data: { signerGroupId, tenantId } } as const;

it('is created once, edited as a whole, and removed for good', () => {
  given().when(create).thenEvents(created);
  given(created).when(create).thenNothing();
  const more = group('attestant', 'attestant', 'attestant');
  given(created)
    .when({ type: 'edit', tenantId, fields: more })
    .thenEvents({ type: 'SignerGroupEdited', data: { signerGroupId, tenantId, fields: more } });
  given(created).when({ type: 'remove', tenantId }).thenEvents(removed);
  given(created, removed).when({ type: 'remove', tenantId }).thenRejected('GROUP_NOT_FOUND');
  given(created, removed).when(create).thenNothing();
  expect(keptOf(given(created, removed).state(), tenantId)).toBeUndefined();
});

it.each([
  ['nobody', group(), 'SINGLE_ITEM_GROUP'],
  ['one person', group('signer'), 'SINGLE_ITEM_GROUP'],
  ['people of different parts', group('signer', 'attestant'), 'DIFFERENT_GROUP_TYPE'],
] as const)('is not of %s', (_case, wrong, code) => {
  given()
    .when({ ...create, fields: wrong })
    .thenRejected(code);
  given(created).when({ type: 'edit', tenantId, fields: wrong }).thenRejected(code);
});

describe('a group whose members sign in the name of people who cannot', () => {
  const signing = (part: Part, ...names: (number | undefined)[]): SignerGroupFields => ({
    name: 'Procuradores',
    members: names.map((requesting, index) => ({
      personId: derivedId('person', index),
      part,
      atRequestOf: requesting === undefined ? undefined : { personId: derivedId('person', requesting) },
    })),
  });
  it('keeps in whose name each does', () => {
    const made = signing('signer', 8, undefined, 9);
    given()
      .when({ ...create, fields: made })
      .thenEvents({ type: 'SignerGroupCreated', data: { signerGroupId, tenantId, fields: made } });
  });

  it.each([
    ['witnesses', signing('attestant', 8, undefined)],
    ['who signs for themselves', signing('signer', 0, undefined)],
    ['another member, as who cannot sign', signing('signer', 1, undefined)],
    ['two who sign for one person', signing('signer', 8, 8)],
  ])('is not of %s', (_case, wrong) => {
    given()
      .when({ ...create, fields: wrong })
      .thenRejected('AT_REQUEST_NOT_ALLOWED');
    given(created).when({ type: 'edit', tenantId, fields: wrong }).thenRejected('AT_REQUEST_NOT_ALLOWED');
  });
});

it('is known to its own tenant alone', () => {
  for (const command of [{ type: 'edit', fields }, { type: 'remove' }] as const) {
    given()
      .when({ ...command, tenantId })
      .thenRejected('GROUP_NOT_FOUND');
    given(created)
      .when({ ...command, tenantId: otherTenantId })
      .thenRejected('GROUP_NOT_FOUND');
  }
});
