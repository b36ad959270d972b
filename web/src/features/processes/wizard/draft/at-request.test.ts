import { expect, test } from 'vitest';

import { requestBody, requestFaults } from './at-request.ts';
import { emptyDraft, missingIn, processBody, type Draft, type DraftParticipant } from './draft.ts';
import { draftFrom, contentOf, goneFrom } from './saved-draft.ts';

const one = (name: string, part: DraftParticipant['part'], index: number): DraftParticipant => ({
  personId: `00000000-0000-4000-8000-00000000000${index}`,
  name,
  cpf: `0000000000${index}`,
  email: `${name}@exemplo.com.br`,
  part,
  requirements: { location: false },
  group: 1,
});
const [ana, rui, eva] = [one('Ana', 'signer', 1), one('Rui', 'attestant', 2), one('Eva', 'attestant', 3)];
const maria = { personId: '00000000-0000-4000-8000-000000000004', name: 'Maria', cpf: '00000000004' };
const whole = { person: maria, impediment: 'physical-condition' as const };
const draftOf = (...participants: DraftParticipant[]): Draft => ({ ...emptyDraft('intent'), participants });

test('a signature at another’s request is whole with the person, the reason and two witnesses', () => {
  expect(requestFaults(draftOf({ ...ana, atRequestOf: whole }, rui, eva))).toEqual([]);
  expect(requestFaults(draftOf(ana))).toEqual([]);
});

test.each([
  [[{ ...ana, atRequestOf: whole }, rui], 'Inclua duas testemunhas: a assinatura a rogo precisa delas.'],
  [
    [{ ...ana, atRequestOf: { ...whole, person: null } }, rui, eva],
    'Diga a rogo de quem Ana assina, e por que essa pessoa não assina.',
  ],
  [
    [{ ...ana, atRequestOf: { ...whole, impediment: null } }, rui, eva],
    'Diga a rogo de quem Ana assina, e por que essa pessoa não assina.',
  ],
  [
    [{ ...ana, atRequestOf: { ...whole, person: eva } }, rui, eva],
    'Eva não assina: não pode participar de outra forma.',
  ],
])('missing parts are named before it is sent', (participants, fault) => {
  expect(missingIn(draftOf(...participants), 'signatarios')).toEqual([fault]);
});

test('the process is created with it', () => {
  const draft = draftOf({ ...ana, atRequestOf: whole }, rui, eva);
  expect(processBody(draft).participants[0]).toMatchObject({
    atRequestOf: { personId: maria.personId, impediment: 'physical-condition' },
  });
  expect(processBody(draft).participants[1]).not.toHaveProperty('atRequestOf');
  expect(requestBody({ person: maria, impediment: null })).toEqual({});
});

test('a saved draft keeps it by the person’s id, and reports a removed person', () => {
  const draft = draftOf({ ...ana, atRequestOf: whole }, rui, eva);
  const content = contentOf(draft);
  expect(JSON.stringify(content)).not.toContain('Maria');
  const people = [ana, rui, eva, { ...maria, email: 'maria@exemplo.com.br' }].map(
    ({ personId, name, cpf, email }) => ({ personId, name, cpf, email }),
  );
  const saved = { content, company: null, tags: [], people } as unknown as Parameters<typeof draftFrom>[0];
  expect(draftFrom(saved).participants[0]?.atRequestOf).toMatchObject(whole);
  expect(goneFrom(saved)).toBe(0);
  const without = { ...saved, people: people.slice(0, 3) };
  expect(draftFrom(without).participants[0]?.atRequestOf).toEqual({ ...whole, person: null });
  expect(goneFrom(without)).toBe(1);
});
