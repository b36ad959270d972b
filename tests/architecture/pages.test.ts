import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));

const read = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Files and folders that a page links to or names from the root, and that are not there. */
function missing(page: string, text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  const linked = [...prose.matchAll(/\]\((?![a-z]+:)(?<path>[^)#\s]+)[^)]*\)/g)].map(({ groups }) =>
    join(dirname(page), groups?.['path'] ?? ''),
  );
  const named = [...prose.matchAll(/`(?<path>[\w.@-]+(?:\/[\w.@-]+)+)`/g)]
    .map(({ groups }) => groups?.['path'] ?? '')
    .filter((path) => /^(?:packages|services|infra|web|tests|scripts|docs)\//.test(path));
  return [...linked, ...named].filter((path) => !existsSync(join(root, path)));
}

it('pages name and link to files that are there', () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.flatMap((page) => missing(page, read(page)).map((path) => `${page}: ${path}`))).toEqual([]);
});

it('a missing file is found', () => {
  expect(missing('docs/a.md', '[gone](../gone.md), [here](../README.md), `packages/gone/src/a.ts`')).toEqual([
    'gone.md',
    'packages/gone/src/a.ts',
  ]);
});

it('ARCHITECTURE.md keeps to four pages', () => {
  const text = read('ARCHITECTURE.md');
  expect(text.split('\n').length).toBeLessThanOrEqual(200);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(15_000);
});

it('every page of decisions is linked from ARCHITECTURE.md', () => {
  const areas = pages.filter((page) => page.startsWith('docs/decisions/'));
  expect(areas.length).toBeGreaterThan(5);
  expect(areas.filter((page) => !read('ARCHITECTURE.md').includes(`](${page})`))).toEqual([]);
});
