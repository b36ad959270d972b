import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const sources = (folder: string): { readonly path: string; readonly text: string }[] =>
  globSync(`${folder}/**/*.ts`, { cwd: import.meta.dirname })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }));

function importsIn(text: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name = '']) => name);
}

/** Hashing, inflating, letting others have their turn, and a function that makes promises. */
const LIBRARY_MAY_USE = new Set([
  'node:crypto',
  'node:timers/promises',
  'node:util',
  'node:zlib',
  'node-forge',
]);

test('the library does no I/O, and needs nothing but node-forge', () => {
  const library = sources('src');
  expect(library.length).toBeGreaterThan(100);
  const others = library.flatMap(({ path, text }) =>
    importsIn(text)
      .filter((name) => !name.startsWith('.') && !LIBRARY_MAY_USE.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(others).toEqual([]);
});

test('the library has no clock, no configuration and no randomness that matters to a result', () => {
  const found = sources('src').flatMap(({ path, text }) =>
    [...text.matchAll(/new Date\(\)|Date\.now\(|performance\.|process\.|Math\.random\(|\bfetch\(/g)].map(
      ([use]) => `${path}: ${use}`,
    ),
  );
  expect(found).toEqual([]);
});

test('the library imports neither the program, nor the tests, nor files outside the package', () => {
  const outside = sources('src').flatMap(({ path, text }) =>
    importsIn(text)
      .filter((name) => name.startsWith('.') && !join(path, '..', name).startsWith('src/'))
      .map((name) => `${path}: ${name}`),
  );
  expect(outside).toEqual([]);
});
