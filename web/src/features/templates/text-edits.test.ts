import { describe, expect, test } from 'vitest';

import {
  asClause,
  asLines,
  asNumberedClauses,
  inBold,
  inItalics,
  inserted,
  withTableColumn,
  withTableRow,
  type Written,
} from './text-edits.ts';

/** `a[b]c`: the selection in brackets. */
const written = (marked: string): Written => {
  const start = marked.indexOf('[');
  return { text: marked.replace(/[[\]]/g, ''), start, end: marked.indexOf(']') - 1 };
};
const shown = ({ text, start, end }: Written): string =>
  `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;

test.each([
  ['a [b] c', 'a **[b]** c'],
  ['a **[b]** c', 'a [b] c'],
  ['a []', 'a **[negrito]**'],
])('%j in bold is %j', (before, after) => {
  expect(shown(inBold(written(before)))).toBe(after);
});

test.each([
  ['a [b] c', 'a *[b]* c'],
  ['a *[b]* c', 'a [b] c'],
  ['a **[b]** c', 'a ***[b]*** c'],
  ['a ***[b]*** c', 'a **[b]** c'],
  ['a []', 'a *[itálico]*'],
])('%j in italics is %j', (before, after) => {
  expect(shown(inItalics(written(before)))).toBe(after);
});

test('bold within italics comes and goes', () => {
  expect(shown(inBold(written('*[a]*')))).toBe('***[a]***');
  expect(shown(inBold(written('***[a]***')))).toBe('*[a]*');
});

test.each([
  ['heading-1', 'x\nTí[tu]lo\ny', 'x\n[# Título]\ny'],
  ['heading-2', '[# Título]', '[## Título]'],
  ['heading-2', '## [Título]', '[Título]'],
  ['bullet', 'a\n[b\n\nc]', 'a\n[- b\n\n- c]'],
  ['number', '[- b\nc]', '[1. b\n2. c]'],
  ['number', '[1. b\n2. c]', '[b\nc]'],
  ['bullet', 'a\n[]', 'a\n[- ]'],
] as const)('lines as %s: %j is %j', (kind, before, after) => {
  expect(shown(asLines(written(before), kind))).toBe(after);
});

test('a clause stands around whole lines, which stay selected', () => {
  expect(shown(asClause(written('a\nb[c\nd]\ne')))).toBe('a\n{{#clausula}}\n[bc\nd]\n{{/clausula}}\ne');
});

test('lines become clauses with a number that follows, and plain ones again', () => {
  const numbered = asNumberedClauses(written('a\n## [Objeto\n\nMulta]\nb'));
  expect(shown(numbered)).toBe('a\n[# {{1}}. Objeto\n\n# {{1}}. Multa]\nb');
  expect(shown(asNumberedClauses(numbered))).toBe('a\n[Objeto\n\nMulta]\nb');
  expect(shown(asNumberedClauses(written('[]')))).toBe('[# {{1}}. ]');
});

test('inserted text replaces the selection', () => {
  expect(shown(inserted(written('a[b]c'), '{{x}}'))).toBe('a{{x}}[]c');
});

describe('tables', () => {
  test('begin after the line, with the first name selected', () => {
    expect(shown(withTableRow(written('a[]b\nc')))).toBe(
      'ab\n\n| [Coluna 1] | Coluna 2 |\n| --- | --- |\n|  |  |\n\nc',
    );
    expect(shown(withTableColumn(written('[]')))).toBe('| [Coluna 1] | Coluna 2 |\n| --- | --- |\n|  |  |\n');
  });

  test.each([
    ['| a[] | b |\n|---|---|\n| 1 | 2 |', '| a | b |\n|---|---|\n| [] |  |\n| 1 | 2 |'],
    ['| a | b |\n|---|---|\n| 1 | 2[] |\nx', '| a | b |\n|---|---|\n| 1 | 2 |\n| [] |  |\nx'],
  ])('have a row more below the caret: %j', (before, after) => {
    expect(shown(withTableRow(written(before)))).toBe(after);
  });

  test('have a column more after the caret', () => {
    expect(shown(withTableColumn(written('x\n| a[] | b \\| c |\n|---|--:|\n1 | 2\ny')))).toBe(
      'x\n| a | [] | b \\| c |\n| --- | --- | --: |\n| 1 |  | 2 |\ny',
    );
  });
});
