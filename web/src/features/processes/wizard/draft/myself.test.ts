import { expect, test } from 'vitest';

import { withSignatories } from './draft-templates.ts';
import { emptyDraft } from './draft.ts';
import { isMyself, soleSelf, withMyselfAlone } from './myself.ts';

const user = { name: 'Marina', cpf: null, email: 'marina@exemplo.com.br', phoneNumber: null };
const marina = { personId: 'm', name: 'Marina', cpf: '52998224725', email: 'Marina@exemplo.com.br' };
const rui = { personId: 'r', name: 'Rui', cpf: '11144477735', email: 'rui@exemplo.com.br' };

test('a user is known by their CPF, and by their address while the account has no CPF of theirs', () => {
  expect(isMyself(marina, user)).toBe(true);
  expect(isMyself(rui, user)).toBe(false);
  expect(isMyself(rui, { ...user, cpf: rui.cpf })).toBe(true);
  expect(isMyself(marina, { ...user, cpf: rui.cpf })).toBe(false);
});

test('a user who signs alone is the only participant, also once the company brings its usual signatories', () => {
  const empty = emptyDraft('i');
  const before = { ...empty, participants: withSignatories(empty, 'c', [rui]) };
  const alone = { ...before, ...withMyselfAlone(before, user, marina) };
  expect(alone.participants.map(({ personId }) => personId)).toEqual(['m']);
  expect(withSignatories(alone, 'c', [rui])).toEqual(alone.participants);
  expect(soleSelf(alone, user)?.personId).toBe('m');
  expect(soleSelf(before, user)).toBeUndefined();
});

test('a user without a registration gets a form with their name and e-mail', () => {
  expect(withMyselfAlone(emptyDraft('i'), user, undefined)).toEqual({
    alone: true,
    participants: [],
    typedPerson: { name: 'Marina', cpf: '', email: 'marina@exemplo.com.br', cellphoneNumber: '' },
  });
});
