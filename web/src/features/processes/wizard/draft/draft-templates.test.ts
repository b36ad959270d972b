import { expect, test } from 'vitest';

import type { Template } from '@/entities/template/queries.ts';

import {
  fillingOf,
  unfilledDocuments,
  withoutDocument,
  withoutOtherCompanies,
  withPeople,
  withRoleTaken,
  withSignatories,
  withTemplates,
} from './draft-templates.ts';
import { emptyDraft, missingIn, openRoles, type Draft } from './draft.ts';

const at = '2026-11-01T00:00:00Z';
const role = (key: string, over: Partial<Template['roles'][number]> = {}) => ({
  key,
  label: key,
  part: 'signer' as const,
  requirements: { location: false },
  ...over,
});
const template = (templateId: string, over: Partial<Template> = {}): Template => ({
  templateId,
  name: `Modelo ${templateId}`,
  tagIds: [],
  tags: [],
  roles: [role('contratada')],
  values: [],
  content: { kind: 'text', title: 'Contrato', text: 'Texto' },
  createdAt: at,
  editedAt: at,
  ...over,
});
const ana = { personId: 'ana', name: 'Ana', cpf: '52998224725', email: 'ana@exemplo.com.br' };
const rui = { ...ana, personId: 'rui', name: 'Rui' };
const using = (...templates: Template[]): Draft => ({
  ...emptyDraft('i'),
  ...withTemplates(emptyDraft('i'), templates),
});

test('templates used together are read in their order, and share roles of one key', () => {
  const draft = using(
    template('a', { values: ['valor'] }),
    template('b', { roles: [role('contratada'), role('fiador', { group: 2, part: 'attestant' })] }),
  );
  expect(draft.documents.map(({ name }) => name)).toEqual(['Modelo a.pdf', 'Modelo b.pdf']);
  expect(draft.roles.map(({ key, group }) => [key, group])).toEqual([
    ['contratada', 1],
    ['fiador', 2],
  ]);
  expect([draft.ordered, draft.summary]).toEqual([true, 'Modelo a']);
  expect(missingIn(draft, 'documentos')).toEqual(['Preencha os campos dos modelos.']);
  expect(withTemplates(draft, [template('a')]).documents).toHaveLength(2);
});

test('a role is taken by one person, who has no other part', () => {
  const draft = using(template('a'));
  const free = { ...draft, participants: withPeople(draft, 'attestant', [ana]) };
  const taken = { ...free, participants: withRoleTaken(free, 'contratada', ana) };
  expect(taken.participants).toEqual([
    { ...ana, part: 'signer', requirements: { location: false }, group: 1, role: 'contratada' },
  ]);
  expect([openRoles(free).length, openRoles(taken).length]).toEqual([1, 0]);
  expect(withRoleTaken(taken, 'contratada', rui).map(({ personId }) => personId)).toEqual(['rui']);
});

test('a document takes the roles along that no other has', () => {
  const draft = using(template('a'), template('b', { roles: [role('fiador')] }));
  const taken = { ...draft, participants: withRoleTaken(draft, 'fiador', ana) };
  const rest = withoutDocument(taken, 'template:b');
  expect(rest.roles.map(({ key }) => key)).toEqual(['contratada']);
  expect(rest.participants[0]).toMatchObject({ personId: 'ana', role: undefined });
});

test('a group brings its members who do not take part yet', () => {
  const draft = { ...emptyDraft('i'), requirements: { location: true } };
  const once = { ...draft, participants: withPeople(draft, 'signatory', [ana]) };
  const twice = withPeople(once, 'signatory', [ana, rui]);
  expect(twice.map(({ personId, part, requirements }) => [personId, part, requirements.location])).toEqual([
    ['ana', 'signatory', true],
    ['rui', 'signatory', true],
  ]);
});

test('where an order holds, each of a group signs after the other', () => {
  const draft = { ...emptyDraft('i'), ordered: true };
  expect(withPeople(draft, 'signatory', [ana, rui]).map(({ group }) => group)).toEqual([1, 2]);
});

test('a company’s usual signatories take open roles, or are added without one', () => {
  const free = emptyDraft('i');
  expect(withSignatories(free, 'padaria', [ana, rui]).map(({ personId, part }) => [personId, part])).toEqual([
    ['ana', 'signatory'],
    ['rui', 'signatory'],
  ]);
  const draft = using(template('a', { roles: [role('diretor', { part: 'signatory' })] }));
  expect(
    withSignatories(draft, 'padaria', [ana, rui]).map(({ personId, role: taken }) => [personId, taken]),
  ).toEqual([['ana', 'diretor']]);
});

test('participants of a company leave with it, and those included by hand stay', () => {
  const eva = { ...ana, personId: 'eva', name: 'Eva' };
  const draft = { ...emptyDraft('i'), participants: withPeople(emptyDraft('i'), 'signatory', [rui]) };
  const first = { ...draft, participants: withSignatories(draft, 'padaria', [ana, rui]) };
  const names = ({ participants }: Pick<Draft, 'participants'>) => participants.map(({ name }) => name);
  expect(names(first)).toEqual(['Rui', 'Ana']);
  expect(names({ participants: withSignatories(first, 'padaria', [ana, rui]) })).toEqual(['Rui', 'Ana']);
  expect(names({ participants: withoutOtherCompanies(first, 'padaria') })).toEqual(['Rui', 'Ana']);
  expect(names({ participants: withoutOtherCompanies(first, 'oficina') })).toEqual(['Rui']);
  expect(names({ participants: withSignatories(first, 'oficina', [eva]) })).toEqual(['Rui', 'Eva']);
});

test('the role of a removed company is taken by the signatory of the next', () => {
  const draft = using(template('a', { roles: [role('diretor', { part: 'signatory' })] }));
  const first = { ...draft, participants: withSignatories(draft, 'padaria', [ana]) };
  const next = withSignatories(first, 'oficina', [rui]);
  expect(next.map(({ personId, role: taken }) => [personId, taken])).toEqual([['rui', 'diretor']]);
});

test('a PDF is made again when what fills it changes', () => {
  const draft = using(template('a', { values: ['valor'] }));
  const [document] = draft.documents;
  const { key } = fillingOf(draft, document!);
  const filled: Draft = {
    ...draft,
    documents: [{ ...document!, template: { ...document!.template!, filledFor: key } }],
  };
  expect([unfilledDocuments(draft).length, unfilledDocuments(filled).length]).toEqual([1, 0]);
  const cast = { ...filled, participants: withRoleTaken(filled, 'contratada', ana) };
  expect(unfilledDocuments(cast)).toHaveLength(1);
  expect(fillingOf(cast, cast.documents[0]!).body.participants).toEqual([
    { role: 'contratada', personId: 'ana' },
  ]);
});

test('a participant in a role that signs at another’s request names that person, in the document too', () => {
  const draft = using(template('a', { roles: [role('contratada', { atRequest: true })] }));
  const cast = { ...draft, participants: withRoleTaken(draft, 'contratada', ana) };
  expect(cast.participants[0]?.atRequestOf).toEqual({ person: null, impediment: null });
  expect(missingIn(cast, 'signatarios').join(' ')).toMatch(
    /Diga a rogo de quem Ana assina.*duas testemunhas/,
  );
  const person = { personId: 'rui', name: 'Rui', cpf: '52998224725' };
  const [first] = cast.participants;
  const said = { ...cast, participants: [{ ...first!, atRequestOf: { person, impediment: null } }] };
  expect(fillingOf(said, said.documents[0]!).body.participants).toEqual([
    { role: 'contratada', personId: 'ana', atRequestOf: { personId: 'rui' } },
  ]);
  // Another template says so of a role that is taken already.
  const plain = using(template('b'));
  const taken = { ...plain, participants: withRoleTaken(plain, 'contratada', ana) };
  const both = withTemplates(taken, [template('a', { roles: draft.roles })]);
  expect(both.participants?.[0]?.atRequestOf).toEqual({ person: null, impediment: null });
});

test('members of a group sign in the name of the person it gives, and the reason is asked for', () => {
  const person = { personId: 'rui', name: 'Rui', cpf: '52998224725' };
  const [first, second] = withPeople(emptyDraft('i'), 'signer', [{ ...ana, atRequestOf: person }, rui]);
  expect(first?.atRequestOf).toEqual({ person, impediment: null });
  expect(second?.atRequestOf).toBeUndefined();
});

test('late signatures are as the template says whose minimum holds', () => {
  const late = template('a', { minimumSignatories: 1, acceptsLateSignatures: true });
  expect(using(late).acceptsLateSignatures).toBe(true);
  expect(using(template('b', { minimumSignatories: 2 }), late).acceptsLateSignatures).toBe(false);
  const strict = { ...emptyDraft('i'), minimumSignatories: 1 };
  expect(withTemplates(strict, [late]).acceptsLateSignatures).toBe(false);
});
