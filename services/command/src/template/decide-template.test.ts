import type { ErrorCode, TemplateContent, TemplateFields, TemplateRole } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { keptOf } from '../decider/reusable.ts';
import { specificationOf } from '../decider/specification.ts';
import { template } from './decide-template.ts';

const { given } = specificationOf(template);
const [templateId, tenantId, otherTenantId] = ['template', 'tenant', 'other'].map((name) =>
  derivedId(name),
) as [string, string, string];
const role = (
  key: string,
  part: TemplateRole['part'] = 'signer',
  over: Partial<TemplateRole> = {},
): TemplateRole => ({
  key,
  label: key,
  part,
  requirements: { location: false },
  ...over,
});
/** Signed at the request of a person who cannot. */
const atRequest = role('contratada', 'signer', { atRequest: true });
const witnesses = [role('uma', 'attestant'), role('outra', 'attestant')];
const text = (words: string): TemplateContent => ({ kind: 'text', title: 'Contrato', text: words });
const content = text('Entre {{empresa.razaosocial}} e {{contratada.nome}}, por {{valor}}, em {{data}}.');
const fields: TemplateFields = { name: 'Contrato', tagIds: [], roles: [role('contratada')] };
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
  expect(keptOf(given(created, removed).state(), tenantId)).toBeUndefined();
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

it('has roles that sign at the request of a person, whom its text names', () => {
  const witnessed = { ...fields, roles: [atRequest, ...witnesses] };
  const spoken = text('{{contratada.a_rogo_de.nome}}, por {{contratada.nome}}, que assina a seu rogo');
  given()
    .when({ ...create, fields: witnessed, content: spoken })
    .thenEvents({ type: 'TemplateCreated', data: { ...data, fields: witnessed, content: spoken } });
  given()
    .when({ ...create, content: spoken })
    .thenRejected('CLASS_VALIDATION_ERROR');
});

describe.each(['create', 'edit'] as const)('to %s it', (type) => {
  const history = type === 'edit' ? [created] : [];
  const when = (over: Partial<TemplateFields>, document: TemplateContent = text('Texto')) => {
    const command = { ...create, type, fields: { ...fields, ...over }, content: document };
    return given(...history).when(command);
  };
  const [signatory, other] = [role('a', 'signatory'), role('b', 'signatory')];

  it.each<[string, Partial<TemplateFields>, TemplateContent, ErrorCode]>([
    ['a signer', { roles: [role('a', 'attestant')] }, text('x'), 'NO_SIGNERS_PROVIDED'],
    [
      'a minimum that its roles can reach',
      { roles: [signatory, other], minimumSignatories: 3 },
      text('x'),
      'MINIMUM_SIGNATORIES_INVALID',
    ],
    [
      'two witnesses of what is signed at another’s request',
      { roles: [atRequest, role('uma', 'attestant')] },
      text('x'),
      'AT_REQUEST_WITNESSES_MISSING',
    ],
    [
      'witnesses who sign for no one',
      { roles: [role('a'), ...witnesses, role('c', 'attestant', { atRequest: true })] },
      text('x'),
      'AT_REQUEST_NOT_ALLOWED',
    ],
    ['placeholders of known fields', {}, text('{{contratada.senha}}'), 'CLASS_VALIDATION_ERROR'],
    ['placeholders of roles that are there', {}, text('{{locador.nome}}'), 'CLASS_VALIDATION_ERROR'],
    ['placeholders that are closed', {}, text('Eu, {{contratada.nome, declaro'), 'CLASS_VALIDATION_ERROR'],
    ['placeholders that are opened', {}, text('Eu, contratada.nome}}, declaro'), 'CLASS_VALIDATION_ERROR'],
    ['placeholders one by one', {}, text('{{ {{contratada.nome}} }}'), 'CLASS_VALIDATION_ERROR'],
    ['clauses that are closed', {}, text('{{#multa}} x'), 'CLASS_VALIDATION_ERROR'],
    ['clauses that are open', {}, text('x {{/multa}}'), 'CLASS_VALIDATION_ERROR'],
    ['clauses that have a plain name', {}, text('{{#a.b}}{{/a.b}}'), 'CLASS_VALIDATION_ERROR'],
    [
      'clauses it refers to',
      {},
      text('{{1:prazo}} como na cláusula {{ver:multa}}'),
      'CLASS_VALIDATION_ERROR',
    ],
    ['numbers that count from one', {}, text('{{2}}. Do objeto'), 'CLASS_VALIDATION_ERROR'],
    ['placeholders that have a name', {}, text('{{}}'), 'CLASS_VALIDATION_ERROR'],
  ])('takes %s', (_case, over, document, code) => {
    expect(() => when(over, document).thenRejected(code)).not.toThrow();
    expect(when({ roles: [signatory, other], minimumSignatories: 2 }).events).toHaveLength(1);
  });
});

it('refuses an edit that takes away a role which the kept text speaks of', () => {
  given(created)
    .when({ type: 'edit', tenantId, fields: { ...fields, roles: [role('locador')] }, content: undefined })
    .thenRejected('CLASS_VALIDATION_ERROR');
});
