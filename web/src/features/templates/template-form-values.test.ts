import { expect, test } from 'vitest';

import { missingRoles, sortedPlaceholders, speaksOfRequest } from './filled-by.ts';
import {
  keyedByName,
  lackingWitnesses,
  roleKeyFor,
  templateBody,
  templateFormValues,
  withWitnesses,
  type RoleDraft,
} from './template-form-values.ts';

const role = (key: string, over: Partial<RoleDraft> = {}): RoleDraft => ({
  id: key,
  key,
  label: key,
  part: 'signer',
  requirements: { location: false },
  group: 1,
  personId: null,
  atRequest: false,
  ...over,
});

test.each([
  ['Contratada', [], 'contratada'],
  ['Locatário (pessoa física)', [], 'locatario_pessoa_fisica'],
  ['Empresa', [], 'empresa_2'],
  ['Contratada', ['contratada'], 'contratada_2'],
  ['123', [], 'participante'],
  ['1º fiador', [], 'fiador'],
] as const)('%s goes by a key of its own', (label, taken, key) => {
  expect(roleKeyFor(label, taken)).toBe(key);
});

test('a key that came by itself follows the name, and no other does', () => {
  const roles = [
    role('contratada', { label: 'Contratada' }),
    role('participante', { id: 'one', label: 'Contratada' }),
    role('participante_2', { id: 'two', label: ' ' }),
  ];
  const keysAfter = (id: string) => keyedByName(roles, id).map(({ key }) => key);
  expect(keysAfter('one')).toEqual(['contratada', 'contratada_2', 'participante_2']);
  expect(keysAfter('two')).toEqual(['contratada', 'participante', 'participante_2']);
  expect(keysAfter('contratada')).toEqual(['contratada', 'participante', 'participante_2']);
  expect(keysAfter('removed meanwhile')).toEqual(['contratada', 'participante', 'participante_2']);
});

test('placeholders are grouped by what fills them', () => {
  const names = [
    'numero',
    'contratada.nome',
    'empresa.cnpj',
    'valor',
    'data',
    'outra.nome',
    'contratada.peso',
  ];
  expect(sortedPlaceholders(names, [role('contratada')])).toEqual({
    typed: ['numero', 'valor'],
    filled: ['contratada.nome', 'empresa.cnpj', 'data'],
    unknown: ['outra.nome', 'contratada.peso'],
  });
});

test('participants that placeholders speak of are named once, where a person could fill them', () => {
  const names = ['contratada.nome', 'fiador.nome', 'fiador.cpf', 'fiador.peso', 'empresa.peso', 'valor'];
  expect(missingRoles(names, [role('contratada')])).toEqual(['fiador']);
});

test('a text names the person signed for once its role signs at request', () => {
  const names = ['contratada.nome', 'contratada.a_rogo_de.nome'];
  expect(sortedPlaceholders(names, [role('contratada')]).unknown).toEqual(['contratada.a_rogo_de.nome']);
  expect(sortedPlaceholders(names, [role('contratada', { atRequest: true })]).filled).toEqual(names);
  expect([missingRoles(names, [role('contratada')]), speaksOfRequest(names)]).toEqual([[], true]);
});

test('the witnesses that a signer at another’s request lacks are added', () => {
  const [signer, witness] = [role('a', { atRequest: true, group: 2 }), role('b', { part: 'attestant' })];
  expect(lackingWitnesses([role('a')])).toBe(0);
  expect(withWitnesses([signer]).slice(1)).toMatchObject([
    { key: 'testemunha_1', label: 'Testemunha 1', part: 'attestant', group: 2 },
    { key: 'testemunha_2', label: 'Testemunha 2', part: 'attestant', group: 2 },
  ]);
  expect(withWitnesses([signer, witness]).map(({ label }) => label)).toEqual(['a', 'b', 'Testemunha 2']);
  expect(withWitnesses([signer, witness, witness])).toHaveLength(3);
});

test('a template is sent with the roles that sign at another’s request', () => {
  const values = { ...templateFormValues(), roles: [role('a', { atRequest: true }), role('b')] };
  const [first, second] = templateBody(values).roles;
  expect([first?.atRequest, second]).toEqual([true, expect.not.objectContaining({ atRequest: false })]);
});

test('a text is sent with its roles, and an order only where there is one', () => {
  const values = {
    ...templateFormValues(),
    name: ' Contrato ',
    title: 'Contrato',
    text: 'Texto ',
    roles: [role('a'), role('b', { part: 'signatory', personId: 'p' })],
  };
  expect(templateBody(values)).toEqual({
    name: 'Contrato',
    tagIds: [],
    roles: [
      { key: 'a', label: 'a', part: 'signer', requirements: { location: false } },
      { key: 'b', label: 'b', part: 'signatory', requirements: { location: false }, personId: 'p' },
    ],
    content: { kind: 'text', title: 'Contrato', text: 'Texto' },
  });
  const ordered = { ...values, roles: [role('a'), role('b', { group: 2 })] };
  expect(templateBody(ordered).roles.map(({ group }) => group)).toEqual([1, 2]);
});

test('a Word document is sent by its proof, and stays where it is kept', () => {
  const word = { name: 'a.pdf', pages: 1, sizeBytes: 9, placeholders: ['valor'] };
  const kept = { ...templateFormValues(), name: 'x', kind: 'word' as const, word };
  expect(templateBody(kept)).not.toHaveProperty('content');
  const sent = templateBody({ ...kept, word: { ...word, proof: 'p' } });
  expect(sent.content).toEqual({ kind: 'word', proof: 'p' });
});

test('a PDF that is kept stays, and a new one is sent by its proof', () => {
  const kept = {
    ...templateFormValues(),
    name: 'x',
    kind: 'pdf' as const,
    pdf: { name: 'a.pdf', pages: 1, sizeBytes: 9 },
  };
  expect(templateBody(kept)).not.toHaveProperty('content');
  expect(templateBody({ ...kept, pdf: { ...kept.pdf, proof: 'p' } }).content).toEqual({
    kind: 'pdf',
    proof: 'p',
  });
});

test('late signatures are welcome beyond a minimum alone', () => {
  const roles = [role('um', { part: 'signatory' }), role('dois', { part: 'signatory' })];
  const values = { ...templateFormValues(), roles, minimumSignatories: 1, acceptsLateSignatures: true };
  expect(templateBody(values)).toMatchObject({ minimumSignatories: 1, acceptsLateSignatures: true });
  expect(templateBody({ ...values, minimumSignatories: 2 })).not.toHaveProperty('acceptsLateSignatures');
});
