import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tables = 'packages/read-models/src/tables';
let folder: string;

beforeAll(() => {
  mkdirSync(join(root, '.types'), { recursive: true });
  // Within the repository, where the copy finds the packages that it imports.
  folder = mkdtempSync(join(root, '.types/read-tables-'));
  cpSync(join(root, 'packages/read-models/src'), join(folder, 'src'), { recursive: true });
  const options = { paths: { '@lacre/read-models': ['./src/index.ts'] }, noEmit: true, incremental: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: options,
      include: [
        '../../services/query/src/**/*.ts',
        '../../services/projector/src/projections/**/*.ts',
        './src/**/*.ts',
      ],
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the compiler says of query and projections against the copy: each error with the lines that explain it. */
function compile(): string[] {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
    { cwd: root, encoding: 'utf8' },
  );
  const errors = stdout.split(/\n(?=\S)/).filter((block) => /error TS\d+/.test(block));
  expect(status === 0).toBe(errors.length === 0);
  return errors;
}

/** A column of each kind of table: projected, of another service, and of webhooks. */
const renamed = [
  { file: 'company.ts', column: 'sort_name', named: ['list-companies.ts', 'projections/company.ts'] },
  { file: 'process.ts', column: 'validation_code', named: ['process-views.ts', 'projections/process.ts'] },
  { file: 'service-tables.ts', column: 'last_used_at', named: ['list-tokens.ts'] },
  { file: 'service-tables.ts', column: 'failing_since', named: ['webhook-views.ts'] },
];

test('the compiler leads from a renamed column to every query and projection that names it', () => {
  for (const { file, column } of renamed) {
    const path = join(folder, 'src/tables', file);
    const text = readFileSync(join(root, tables, file), 'utf8');
    const before = readFileSync(path, 'utf8');
    expect(text).toContain(`${column}:`);
    writeFileSync(path, before.replaceAll(`${column}:`, `${column}_renamed:`));
  }
  const errors = compile();
  for (const { column, named } of renamed) {
    const naming = errors.filter((error) => error.includes(column)).join('\n');
    for (const file of named) expect(naming, column).toContain(file);
  }
}, 120_000);
