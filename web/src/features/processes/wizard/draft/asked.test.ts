import { expect, it } from 'vitest';

import { askedOf, requestOf, withRequirements } from './asked.ts';
import { emptyDraft, type Draft } from './draft.ts';

const person = (personId: string, role?: string) => ({
  personId,
  name: personId,
  cpf: '',
  email: '',
  part: 'signer' as const,
  requirements: { location: false },
  group: 1,
  role,
});
const role = (key: string) => ({
  key,
  label: `A ${key}`,
  part: 'signer' as const,
  requirements: { location: false },
  group: 1,
});
const draft: Draft = {
  ...emptyDraft('intent'),
  participants: [person('ana'), person('rui', 'contratada')],
  roles: [role('contratada'), role('contratante')],
};

it('asks the participants, and open places', () => {
  expect(askedOf(draft).map(({ name }) => name)).toEqual(['ana', 'rui', 'A contratante']);
});

it('asks something of one of them alone', () => {
  const next = { ...draft, ...withRequirements(draft, 'rui', (one) => ({ ...one, face: true })) };
  expect(askedOf(next).map(({ requirements }) => requirements.face)).toEqual([undefined, true, undefined]);
  expect(next.requirements.face).toBeUndefined();
});

it('sets a requirement for everyone, later participants and open places among them', () => {
  const next = { ...draft, ...withRequirements(draft, undefined, (one) => ({ ...one, face: true })) };
  expect(askedOf(next).every(({ requirements }) => requirements.face === true)).toBe(true);
  expect(next.requirements.face).toBe(true);
});

it('says what will be asked before anyone is included', () => {
  const empty = { ...emptyDraft('intent'), requirements: { location: true } };
  expect(requestOf(empty).asked).toEqual([{ name: '', requirements: { location: true } }]);
});
