import { expect, it } from 'vitest';

import { emphasised } from './emphasis.ts';

/** `b(…)`, `i(…)` and `bi(…)` around what is emphasised. */
const shown = (text: string) =>
  emphasised(text)
    .map(({ text: part, bold, italic }) => {
      const marks = `${bold ? 'b' : ''}${italic ? 'i' : ''}`;
      return marks === '' ? part : `${marks}(${part})`;
    })
    .join('');

it.each([
  ['a *b* c', 'a i(b) c'],
  ['***a*** b', 'bi(a) b'],
  ['**a *b* c**', 'b(a )bi(b)b( c)'],
  ['*a **b** c*', 'i(a )bi(b)i( c)'],
  ['***a* b**', 'bi(a)b( b)'],
  ['***a** b*', 'bi(a)i( b)'],
  ['**a *b***', 'b(a )bi(b)'],
  ['*{{nome}}*{{cpf}}', 'i({{nome}}){{cpf}}'],
  ['“*a*”, (*b*)', '“i(a)”, (i(b))'],
  ['*a\u0301* *\u05d0* *😀*', 'i(a\u0301) i(\u05d0) i(😀)'],
  ['**** a', ' a'],
])('%s is %s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

it.each(['2*3*4', 'valor* e prazo*', '* a *', '*a', 'a*', '** só', 'R$ 5 * 3 * 2', 'a*b*'])(
  '%s has no emphasis',
  (text) => {
    expect(shown(text)).toBe(text);
  },
);
