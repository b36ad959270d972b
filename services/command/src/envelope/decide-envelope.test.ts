import type { EnvelopeFields, TemplateRole } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { keptOf } from '../decider/reusable.ts';
import { specificationOf } from '../decider/specification.ts';
import { envelope } from './decide-envelope.ts';
import { mergedRoles } from './merged-roles.ts';

const { given } = specificationOf(envelope);
const [envelopeId, tenantId, a, b] = ['envelope', 'tenant', 'a', 'b'].map((name) => derivedId(name)) as [
  string,
  string,
  string,
  string,
];
const role = (key: string, over: Partial<TemplateRole> = {}): TemplateRole => ({
  key,
  label: key,
  part: 'signer',
  requirements: { location: false },
  ...over,
});
const fields: EnvelopeFields = { name: 'Admissão', tagIds: [], templateIds: [a, b] };
const roles = [[role('contratada')], [role('contratada'), role('testemunha', { part: 'attestant' })]];
const create = { type: 'create', envelopeId, tenantId, fields, roles } as const;
const created = { type: 'EnvelopeCreated', data: { envelopeId, tenantId, fields } } as const;
const removed = { type: 'EnvelopeRemoved', data: { envelopeId, tenantId } } as const;

it('is created once, edited as a whole, and removed for good', () => {
  given().when(create).thenEvents(created);
  given(created).when(create).thenNothing();
  const reordered = { ...fields, templateIds: [b, a] };
  given(created)
    .when({ type: 'edit', tenantId, fields: reordered, roles })
    .thenEvents({ type: 'EnvelopeEdited', data: { envelopeId, tenantId, fields: reordered } });
  given(created).when({ type: 'remove', tenantId }).thenEvents(removed);
  given(created, removed).when({ type: 'remove', tenantId }).thenRejected('ENVELOPE_NOT_FOUND');
  given(created, removed).when(create).thenNothing();
  expect(keptOf(given(created, removed).state(), tenantId)).toBeUndefined();
});

it('is known to its own tenant alone', () => {
  for (const command of [{ type: 'edit', fields, roles }, { type: 'remove' }] as const) {
    given()
      .when({ ...command, tenantId })
      .thenRejected('ENVELOPE_NOT_FOUND');
    given(created)
      .when({ ...command, tenantId: a })
      .thenRejected('ENVELOPE_NOT_FOUND');
  }
});

it('has at least two templates', () => {
  for (const templateIds of [[], [a]]) {
    const few = { ...fields, templateIds };
    given()
      .when({ ...create, fields: few })
      .thenRejected('SINGLE_ITEM_GROUP');
    given(created).when({ type: 'edit', tenantId, fields: few, roles }).thenRejected('SINGLE_ITEM_GROUP');
  }
});

it('refuses templates that give one role two parts', () => {
  const twoParts = [[role('contratada')], [role('contratada', { part: 'attestant' })]];
  given()
    .when({ ...create, roles: twoParts })
    .thenRejected('DIFFERENT_GROUP_TYPE');
  given(created)
    .when({ type: 'edit', tenantId, fields, roles: twoParts })
    .thenRejected('DIFFERENT_GROUP_TYPE');
});

describe('roles of templates that are sent together', () => {
  it('are merged by key, with the requirements of every template', () => {
    const [first, second] = [
      role('contratada', { label: 'Contratada', personId: a }),
      role('contratada', { group: 2, requirements: { location: true, code: true } }),
    ];
    expect(mergedRoles([[first], [second, role('outra')]])).toEqual({
      ok: true,
      roles: [{ ...first, group: 2, requirements: { location: true, code: true } }, role('outra')],
    });
    const forAnother = role('contratada', { atRequest: true });
    expect(mergedRoles([[role('contratada')], [forAnother]])).toMatchObject({ roles: [{ atRequest: true }] });
    expect(mergedRoles([])).toEqual({ ok: true, roles: [] });
  });
});
