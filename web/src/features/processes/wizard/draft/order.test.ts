import { describe, expect, test } from 'vitest';

import { emptyDraft, type Draft, type DraftParticipant } from './draft.ts';
import { listed, moved, nextGroup, ordered, placeInWords } from './order.ts';

const person = (personId: string, group = 1): DraftParticipant => ({
  personId,
  part: 'signer',
  requirements: { location: false },
  group,
  name: personId,
  cpf: '52998224725',
  email: `${personId}@exemplo.com.br`,
});
const draftOf = (...participants: DraftParticipant[]): Draft => ({ ...emptyDraft('i'), participants });
/** The order as `ana1 rui2`. */
const written = (participants: readonly DraftParticipant[]) =>
  participants.map(({ personId, group }) => `${personId}${group}`).join(' ');

describe('the signing order', () => {
  test('begins as people are listed', () => {
    expect(written(ordered(draftOf(person('lia'), person('ana'), person('bia'))))).toBe('lia1 ana2 bia3');
  });

  test('keeps places that were given before', () => {
    const given = [person('lia', 2), person('ana', 1)];
    expect(ordered(draftOf(...given))).toEqual(given);
    expect(written(listed({ ...draftOf(...given), ordered: true }))).toBe('ana1 lia2');
    expect(written(listed(draftOf(...given)))).toBe('lia2 ana1');
  });

  test('places later participants after everyone', () => {
    const draft = draftOf(person('lia', 1), person('ana', 2));
    expect(nextGroup({ ...draft, ordered: true })).toBe(3);
    expect(nextGroup(draft)).toBe(1);
  });
});

describe('a row that is moved', () => {
  const after = (from: number, to: number, ...participants: DraftParticipant[]) =>
    written(moved({ ...draftOf(...participants), ordered: true }, from, to));

  test.each([
    ['up', 2, 1, 'ana1 bia2 lia3'],
    ['to the head', 2, 0, 'bia1 ana2 lia3'],
    ['down', 0, 1, 'lia1 ana2 bia3'],
    ['to the end', 0, 2, 'lia1 bia2 ana3'],
    ['nowhere', 1, 1, 'ana1 lia2 bia3'],
  ])('%s takes its place there', (_where, from, to, expected) => {
    expect(after(from, to, person('ana', 1), person('lia', 2), person('bia', 3))).toBe(expected);
  });

  test('joins a group when it is moved between its members, and leaves it again', () => {
    expect(after(2, 1, person('ana', 1), person('lia', 1), person('bia', 2))).toBe('ana1 bia1 lia1');
    expect(after(1, 0, person('ana', 1), person('bia', 1), person('lia', 1))).toBe('bia1 ana2 lia2');
  });

  test('leaves no gap behind', () => {
    expect(after(0, 1, person('ana', 2), person('lia', 7))).toBe('lia1 ana2');
  });
});

test('a place is announced with those who share it', () => {
  const participants = [person('ana', 1), person('lia', 2), person('bia', 2)];
  expect(placeInWords(participants, 'ana')).toBe('ana: 1º de 2 a assinar');
  expect(placeInWords(participants, 'bia')).toBe('bia: 2º de 2 a assinar, ao mesmo tempo que outros');
});
