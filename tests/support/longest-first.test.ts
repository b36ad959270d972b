import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { LONG_FILES, longestFirst } from './longest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (path: string) => ({ moduleId: `${root}${path}` });

it('begins long files before the others, whose order stays', () => {
  const [longest, next] = LONG_FILES;
  const files = [at('tests/b.test.ts'), at(next), at('tests/a.test.ts'), at(longest)];
  expect(longestFirst(files)).toEqual([at(longest), at(next), at('tests/b.test.ts'), at('tests/a.test.ts')]);
});

it.each(LONG_FILES)('names a file that is there: %s', (path) => {
  expect(existsSync(`${root}${path}`)).toBe(true);
});
