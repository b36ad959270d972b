import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', ROOT), 'utf8');
const rows = page
  .split('\n')
  .map((line) => /^\| *(?<id>\d+\.\d+\.\d+) *\|(?<rest>.*)\|$/.exec(line)?.groups)
  .filter((row) => row !== undefined)
  .map(({ id = '', rest = '' }) => {
    const [asks = '', state = '', shown = ''] = rest.split('|').map((cell) => cell.trim());
    return { id, asks, state, shown };
  });

/** Requirements of levels 1 and 2 in ASVS 5.0.0, by chapter. */
const BY_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

it('names only files that are there', () => {
  const named = [...page.matchAll(/`(?<path>[\w./-]+)`/g)]
    .map(({ groups }) => groups?.['path'] ?? '')
    .filter((path) => /^(?:packages|services|infra|web|tests|scripts|docs)\//.test(path));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !existsSync(fileURLToPath(new URL(path, ROOT))))).toEqual([]);
});

it('has every requirement of ASVS 5.0 level 2 once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const counts = BY_CHAPTER.map((_, n) => rows.filter(({ id }) => id.startsWith(`${n + 1}.`)).length);
  expect(counts).toEqual(BY_CHAPTER);
});

it('says of each requirement whether it is met, and by what or why', () => {
  for (const { id, asks, state, shown } of rows) {
    expect(['yes', 'part', 'no', 'op', 'n/a'], id).toContain(state);
    expect(asks, id).not.toBe('');
    expect(shown.length, id).toBeGreaterThan(2);
  }
});

it('counts them as they are', () => {
  const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
  const [met, part, not, op, without] = ['yes', 'part', 'no', 'op', 'n/a'].map(count);
  expect(page).toContain(
    `${met} met, ${part} met in part, ${not} not met, ${op} left to the operator, ${without} without application.`,
  );
});

it('leads to sections that are there, where it says they are', () => {
  const led = [...page.matchAll(/"(?<name>[A-Z][\w ]+)" above/g)];
  expect(led.length).toBeGreaterThan(5);
  for (const { groups, index } of led)
    expect(page.slice(0, index), groups?.['name']).toContain(`\n## ${groups?.['name']}\n`);
});

it('names a test, a file or a reason for each requirement met, and a test where one can show it', () => {
  const tests = rows.filter(({ state, shown }) => state === 'yes' && /\.(?:test|check)\.ts`/.test(shown));
  expect(tests.length).toBeGreaterThan(110);
});
