import type { TemplateContent, TemplateFields, TemplateRole } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { template, templateOf } from './decide-template.ts';

const { given } = specificationOf(template);
const [templateId, tenantId, otherTenantId] = ['template', 'tenant', 'other'].map((name) =>
  derivedId(name),
) as [string, string, string];
const role = (key: string, part: TemplateRole['part'] = 'signer'): TemplateRole => ({
  key,
  label: key,
  part,
  requirements: { location: false },
});
const text = (words: string): TemplateContent => ({ kind: 'text', title: 'Contrato', text: words });
const content = text('Entre {{empresa.razaosocial}} e {{contratada.nome}}, por {{valor}}, em {{data}}.');
const fields: TemplateFields = { name: 'Contrato', tags: [], roles: [role('contratada')] };
const create = { type: 'create', templateId, tenantId, fields, content } as const;
const data = { templateId, tenantId, fields, content };
const created = { type: 'TemplateCreated', data } as const;
const removed = { type: 'TemplateRemoved', data: { templateId, tenantId } } as const;

it('is created once', () => {
  given().when(create).thenEvents(created);
  given(created).when(create).thenNothing();
  given(created, removed).when(create).thenNothing();
});

it('is edited as a whole, but for a document that is not spoken of', () => {
  const renamed = { ...fields, name: 'Outro' };
  given(created)
    .when({ type: 'edit', tenantId, fields: renamed, content: undefined })
    .thenEvents({ type: 'TemplateEdited', data: { ...data, fields: renamed } });
  given(created)
    .when({ type: 'edit', tenantId, fields, content: text('Só isto') })
    .thenEvents({ type: 'TemplateEdited', data: { ...data, content: text('Só isto') } });
});

it('is removed for good', () => {
  given(created).when({ type: 'remove', tenantId }).thenEvents(removed);
  given(created, removed).when({ type: 'remove', tenantId }).thenRejected('TEMPLATE_NOT_FOUND');
  expect(templateOf(given(created, removed).state(), tenantId)).toBeUndefined();
});

it('is known to its own tenant alone', () => {
  for (const command of [{ type: 'edit', fields, content: undefined }, { type: 'remove' }] as const) {
    given()
      .when({ ...command, tenantId })
      .thenRejected('TEMPLATE_NOT_FOUND');
    given(created)
      .when({ ...command, tenantId: otherTenantId })
      .thenRejected('TEMPLATE_NOT_FOUND');
  }
});

describe.each(['create', 'edit'] as const)('to %s it', (type) => {
  const history = type === 'edit' ? [created] : [];
  const when = (over: Partial<TemplateFields>, document: TemplateContent = text('Texto')) =>
    given(...history).when({ ...create, type, fields: { ...fields, ...over }, content: document } as never);

  it('needs somebody who signs', () => {
    when({ roles: [role('testemunha', 'attestant')] }).thenRejected('NO_SIGNERS_PROVIDED');
  });

  it('needs a minimum that its roles can reach', () => {
    const roles = [role('a', 'signatory'), role('b', 'signatory'), role('c')];
    when({ roles, minimumSignatories: 3 }).thenRejected('MINIMUM_SIGNATORIES_INVALID');
    expect(when({ roles, minimumSignatories: 2 }).events).toHaveLength(1);
  });

  it('needs placeholders that something can fill', () => {
    const refused = when({}, text('{{contratada.senha}} {{locador.nome}} {{}}'));
    refused.thenRejected('CLASS_VALIDATION_ERROR');
    // A role that is taken away leaves its placeholders behind.
    when({ roles: [role('locador')] }, content).thenRejected('CLASS_VALIDATION_ERROR');
  });
});

it('refuses an edit that takes away a role which the kept text speaks of', () => {
  given(created)
    .when({ type: 'edit', tenantId, fields: { ...fields, roles: [role('locador')] }, content: undefined })
    .thenRejected('CLASS_VALIDATION_ERROR');
});
