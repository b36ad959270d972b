import { expect, it } from 'vitest';

import { requestPieces, type Request } from './request-words.ts';

const ana = { name: 'Ana Prado', requirements: { location: false } };
const rui = { name: 'Rui Barbosa', requirements: { location: true, code: true } };

const plain: Request = {
  asked: [ana],
  ordered: undefined,
  signatories: 0,
  minimum: null,
  acceptsLateSignatures: false,
  terms: undefined,
};
const said = (more: Partial<Request>) =>
  requestPieces({ ...plain, ...more })
    .map(({ text }) => text)
    .join('');

it('says what is not asked for, too, so that it can be chosen', () => {
  expect(said({ terms: { deadline: '', reminderDays: null, allowsDelegation: false } })).toBe(
    'Cada pessoa assina com CPF, código no primeiro acesso, sem localização, sem reconhecimento facial, ' +
      'sem prazo, sem lembretes e sem poder encaminhar a assinatura.',
  );
});

it('says all that was chosen', () => {
  expect(
    said({
      asked: [
        { name: 'Ana', requirements: { location: false, locationOptional: true, code: true, face: true } },
      ],
      ordered: true,
      signatories: 3,
      minimum: 2,
      acceptsLateSignatures: true,
      terms: { deadline: '2026-11-30', reminderDays: 3, allowsDelegation: true },
    }),
  ).toBe(
    'Cada pessoa assina com CPF, código a cada assinatura, localização opcional, rosto, em ordem, ' +
      'até 30/11/2026, lembrada a cada 3 dias e podendo encaminhar a assinatura. ' +
      'Dos 3 representantes, bastam 2, e os demais ainda podem assinar.',
  );
});

it('names the participants with further requirements while they are few', () => {
  expect(said({ asked: [ana, rui] })).toContain('código a cada assinatura (Rui Barbosa), localização (Rui');
  const many = [rui, rui, { ...rui, name: '' }, ana];
  expect(said({ asked: many })).toContain('localização (3 de 4 pessoas)');
});

it('names every way in which participants may meet one requirement', () => {
  const optional = { name: 'Bia', requirements: { location: false, locationOptional: true } };
  expect(said({ asked: [rui, optional] })).toContain(', localização ou localização opcional e sem');
});

it.each([
  [{ minimum: null }, 'Dos 2 representantes, todos precisam assinar.'],
  [{ minimum: 1 }, 'Dos 2 representantes, basta 1, e os demais são dispensados.'],
  [{ minimum: 1, acceptsLateSignatures: true }, 'basta 1, e os demais ainda podem assinar.'],
])('says how many representatives must sign: %o', (chosen, words) => {
  expect(said({ signatories: 2, ...chosen })).toContain(words);
});

it.each([
  ['3102', 'com prazo a corrigir'],
  ['2026-11-30', 'até 30/11/2026'],
])('says the deadline %s while it is typed', (deadline, words) => {
  expect(said({ terms: { deadline, reminderDays: 1, allowsDelegation: false } })).toContain(
    `${words}, lembrada todos os dias e`,
  );
});
