import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { measured } from '../bench/scale/measured.ts';
import { withTables } from '../bench/scale/scale-tables.ts';
import { WALLS_BY_RATE, WALLS_BY_SIZE } from '../bench/scale/walls.ts';

const page = readFileSync(fileURLToPath(new URL('../../docs/scale.md', import.meta.url)), 'utf8');

it('docs/scale.md has the tables that `npm run docs:scale` writes from the kept figures', () => {
  expect(withTables(page)).toBe(page);
});

it('rejects a page without a table marker and a figure that no result file has', () => {
  expect(() => withTables(page.replace('<!-- table: costs -->', ''))).toThrow(
    'no place for the table "costs"',
  );
  expect(() => measured('footprint', 0, 'perDocument', 'grams')).toThrow('footprint.json has no');
});

it('every wall stands somewhere', () => {
  for (const { part, at } of [...WALLS_BY_SIZE, ...WALLS_BY_RATE])
    expect([part, at > 0 && Number.isFinite(at)]).toEqual([part, true]);
});
