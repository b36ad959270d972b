import { expect, it } from 'vitest';

import { MAX_TABLE_COLUMNS, pipeTableAt } from './pipe-table.ts';

const tableOf = (text: string) => pipeTableAt(text.split('\n'), 0);

it('has a header, alignments and rows, up to a line without a bar', () => {
  expect(tableOf('| Item | *Valor* | n |\n|---|--:|:-:|\n| a | 1 |\n| b \\| c | 2 | 3 |\nfim')).toEqual({
    table: {
      alignments: ['left', 'right', 'center'],
      header: ['Item', '*Valor*', 'n'],
      rows: [
        ['a', '1', ''],
        ['b | c', '2', '3'],
      ],
    },
    lines: 4,
  });
});

it('needs no bars at its edges, and loses no cell', () => {
  expect(tableOf('a | b\n-|-\n1 | 2 | 3')?.table).toEqual({
    alignments: ['left', 'left', 'left'],
    header: ['a', 'b', ''],
    rows: [['1', '2', '3']],
  });
});

it.each([
  'a | b',
  'a | b\n\n---|---',
  'a | b\n---|---|---',
  'a | b\nc | d',
  'a\n---',
  '|\n|',
  `${'|a'.repeat(MAX_TABLE_COLUMNS + 1)}|\n${'|-'.repeat(MAX_TABLE_COLUMNS + 1)}|`,
])('%j begins none', (text) => {
  expect(tableOf(text)).toBeUndefined();
});

it('ends before a row that is too wide, and takes no longer for it', () => {
  const wide = '|a'.repeat(MAX_TABLE_COLUMNS + 1);
  expect(tableOf(`a|b\n-|-\n1|2\n${wide}\n3|4`)?.lines).toBe(3);
  const lines = [...Array.from({ length: 30_000 }, () => '-|-'), wide];
  expect(pipeTableAt(lines, 0)?.lines).toBe(30_000);
});
