import { expect, test } from 'vitest';

import { gainedReferences, sameSource } from './same-source.ts';
import { PdfArray } from './syntax/pdf-values.ts';
import { ValueParser } from './syntax/value-parser.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const alike = (a: string, b: string): boolean => {
  const both = sameSource(bytes(a), bytes(b));
  expect(sameSource(bytes(b), bytes(a)), 'both ways').toBe(both);
  return both;
};

/** What honest programs do to the objects that they write again. */
test.for([
  ['<< /A 1 /B [1 2 0 R] >>', '<</A 1/B[1\n2 0 R]>>'],
  ['<< /A (x) /B <41> >>', '<<\r\n/A\t(x)\r\n/B <41>\r\n>>'],
  ['(pt-BR)', '(pt\\055BR)'],
  ['(a\\(b\\)c)', '(a(b)c)'],
  ['(Contrato)', '<436F6E747261746F>'],
  ['<feff0041>', '<FEFF0041>'],
  ['(\\n\\r\\t\\b\\f\\\\)', '<0a0d09080c5c>'],
])('%s is written as %s', ([a, b]) => {
  expect(alike(a ?? '', b ?? '')).toBe(true);
});

test.for([
  ['1', '1.0'],
  ['1', '01'],
  ['/A', '/#41'],
  ['(a)', '(b)'],
  ['(a)', '/a'],
  ['<< /A 1 >>', '<< /A 1 /B 2 >>'],
  ['<< /A 1 /B 2 >>', '<< /B 2 /A 1 >>'],
  ['[1 2]', '[12]'],
  ['[1 2]', '[[1 2]]'],
  ['[(a)(b)]', '[(ab)]'],
  ['<< /A <42> >>', '<< /A << >> >>'],
  ['(a\\rb)', '(a\rb)'],
  ['(\\1)', '(\\001)'],
  ['<4>', '<40>'],
  ['[1 %\n2]', '[1 2]'],
  ['[1\f2]', '[1 2]'],
  ['[1\x002]', '[1 2]'],
  ['true', 'false'],
])('%s is not written as %s', ([a, b]) => {
  expect(alike(a ?? '', b ?? '')).toBe(false);
});

test('an absent value is the same as an absent one only, and not as null', () => {
  expect(sameSource(undefined, undefined)).toBe(true);
  expect(sameSource(undefined, bytes('null'))).toBe(false);
});

const array = (text: string): PdfArray => new ValueParser(bytes(text), 0, 8).readValue() as PdfArray;

test.for<[string, string, number[] | undefined]>([
  ['[]', '[1 0 R]', [1]],
  ['[1 0 R]', '[ 1 0 R 2 0 R 3 0 R ]', [2, 3]],
  ['[1 0 R]', '[1 0 R]', []],
  ['[1 0 R]', '[2 0 R 1 0 R]', undefined],
  ['[1 0 R 2 0 R]', '[1 0 R]', undefined],
  ['[1 0 R]', '[1 0 R 5]', undefined],
  ['[1 0 R]', '[01 0 R 2 0 R]', undefined],
  ['[1 0]', '[1 0 R]', undefined],
  ['[5 1 0]', '[5 1 0 R 2 0 R]', undefined],
  ['[1 0 R 7]', '[1 0 R 7 0 R]', undefined],
  ['[(a)]', '[(a) 2 0 R]', [2]],
])(
  'names the references that %s gained in %s, and none where anything else changed',
  ([before, after, gained]) => {
    expect(gainedReferences(array(before), array(after))?.map(({ num }) => num)).toEqual(gained);
  },
);
