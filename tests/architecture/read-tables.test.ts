import { afterAll, beforeAll, expect, test } from 'vitest';

import { ChangedCopy } from './changed-copy.ts';

let copy: ChangedCopy;
beforeAll(() => {
  copy = new ChangedCopy('read-models', [
    'services/query/src/**/*.ts',
    'services/projector/src/projections/**/*.ts',
  ]);
});
afterAll(() => copy.remove());

/** A column of each kind of table: projected, of another service, and of webhooks. */
const renamed = [
  { file: 'company.ts', column: 'sort_name', named: ['list-companies.ts', 'projections/company.ts'] },
  { file: 'process.ts', column: 'validation_code', named: ['process-views.ts', 'projections/process.ts'] },
  { file: 'service-tables.ts', column: 'last_used_at', named: ['list-tokens.ts'] },
  { file: 'service-tables.ts', column: 'failing_since', named: ['webhook-views.ts'] },
];

test('the compiler leads from a renamed column to every query and projection that names it', () => {
  for (const { file, column } of renamed) copy.replace(`tables/${file}`, `${column}:`, `${column}_renamed:`);
  const errors = copy.compile();
  for (const { column, named } of renamed) {
    const naming = errors.filter(({ text }) => text.includes(column)).map(({ file }) => file);
    for (const file of named) expect(naming.join('\n'), column).toContain(file);
  }
}, 300_000);
