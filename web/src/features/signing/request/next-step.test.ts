import { describe, expect, it } from 'vitest';

import { isAnswered, nextStep, selectionRule } from './next-step.ts';
import type { SigningDocument } from './queries.ts';

const selection = { question: 'Qual plano?', options: ['Mensal', 'Anual', 'Nenhum'], minimum: 1, maximum: 2 };

const document = (signatureId: string, asks = false): SigningDocument => ({
  signatureId,
  documentId: signatureId,
  name: `${signatureId}.pdf`,
  pages: 1,
  sizeBytes: 1,
  sha256: 'a',
  signatureStatus: 'pending',
  needed: true,
  expired: false,
  documentStatus: 'pending',
  evidenceApart: false,
  printsOtherwise: false,
  selection: asks ? selection : null,
  chosen: null,
  signedAt: null,
});

describe('the next step', () => {
  const [a, b] = [document('a', true), document('b')];

  it('is to choose, to read, to answer, and then to sign', () => {
    expect(nextStep([], { read: {}, answers: {} })).toEqual({ kind: 'choose' });
    expect(nextStep([a, b], { read: {}, answers: {} })).toEqual({ kind: 'read', document: a, done: 0 });
    expect(nextStep([a, b], { read: { a: 'x' }, answers: {} })).toEqual({
      kind: 'read',
      document: b,
      done: 1,
    });
    const read = { a: 'x', b: 'x' };
    expect(nextStep([a, b], { read, answers: {} })).toEqual({
      kind: 'answer',
      document: a,
      done: 0,
      of: 1,
    });
    expect(nextStep([a, b], { read, answers: { a: ['Anual'] } })).toEqual({ kind: 'sign' });
    expect(nextStep([b], { read, answers: {} })).toEqual({ kind: 'sign' });
  });
});

describe('an answer', () => {
  it.each([
    [undefined, false],
    [[], false],
    [['Anual'], true],
    [['Anual', 'Mensal'], true],
    [['Anual', 'Mensal', 'Nenhum'], false],
    [['Semanal'], false],
  ] as const)('%o is one: %s', (chosen, answered) => {
    expect(isAnswered({ selection }, chosen)).toBe(answered);
  });

  it('may be none where none need be chosen, and then is still to be given', () => {
    const open = { selection: { ...selection, minimum: 0 } };
    expect(isAnswered(open, [])).toBe(true);
    expect(isAnswered(open, undefined)).toBe(false);
  });
});

it.each([
  [1, 1, 'Escolha uma opção.'],
  [2, 2, 'Escolha 2 opções.'],
  [1, 3, 'Escolha de 1 a 3 opções.'],
  [0, 1, 'Escolha até uma opção, ou nenhuma.'],
  [0, 2, 'Escolha até 2 opções, ou nenhuma.'],
])('says how many may be chosen: %i to %i', (minimum, maximum, text) => {
  expect(selectionRule({ ...selection, minimum, maximum })).toBe(text);
});
