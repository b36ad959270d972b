import { expect, it } from 'vitest';

import { textFaultsIn } from './template-faults.ts';

const faults = (text: string) =>
  textFaultsIn(text, ['contratada']).map(({ why, start, end }) => [why, text.slice(start, end)]);

it('finds faults of a text, with their positions', () => {
  expect(faults('{{contratada.nome}} {{valor}} {{#a}}{{1:x}} {{ver:x}}{{/a}} {{data}}')).toEqual([]);
  expect(
    faults('{{contratada.peso}} {{ Locador.Nome }} {{2}}\n{{locador.nome}} {{ver: y}} {{a{{valor}} {{/b}}'),
  ).toEqual([
    ['unknown', '{{contratada.peso}}'],
    ['unknown', '{{ Locador.Nome }}'],
    ['unknown', '{{2}}'],
    ['dangling', '{{ver: y}}'],
    ['loose-braces', '{{'],
    ['not-open', '{{/b}}'],
  ]);
});

it('finds the clause that is open at the end, and not one that was closed before', () => {
  const text = '{{#a}}x{{/a}}\n{{#a}}y';
  expect(textFaultsIn(text, [])).toEqual([{ why: 'never-closed', name: '#a', start: 14, end: 20 }]);
});
