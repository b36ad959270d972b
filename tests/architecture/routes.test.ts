import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { newDomain, operations, type OperationName } from '@lacre/contracts';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const operationOf = (file: string) =>
  basename(file, '.ts').replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** What a service mounts: it refuses to start over a file that exports no route of the operation of its name. */
const routeFiles = globSync('services/*/src/routes/**/*.ts', { cwd: ROOT }).filter(
  (file) => !file.endsWith('.test.ts'),
);

it('has one file for each operation of the contracts, in one service, and none besides', () => {
  expect(routeFiles.map(operationOf).toSorted()).toEqual(
    (Object.keys(operations) as OperationName[]).toSorted(),
  );
});

it('reserves the first segments of the client’s and the API’s paths from tenants’ addresses', () => {
  const tree = readFileSync(join(ROOT, 'web/src/routeTree.gen.ts'), 'utf8');
  const [, byFullPath = ''] = /interface FileRoutesByFullPath \{(.*?)\n\}/s.exec(tree) ?? [];
  const pages = [...byFullPath.matchAll(/^ {2}'\/([^'/$]+)/gm)].map(([, first = '']) => first);
  expect(pages).toContain('document');
  const calls = Object.values(operations).map(({ path }) => path.split('/')[1] ?? '');
  const free = [...pages, ...calls].filter((segment) => newDomain.safeParse(segment).success);
  expect([...new Set(free)]).toEqual([]);
});

it('reads every address of the client exactly', () => {
  const readers = globSync('web/src/routes/**/*.tsx', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/validateSearch: *(\w+)/g)].map(([, by]) => [
      file,
      by,
    ]),
  );
  expect(readers.length).toBeGreaterThan(20);
  // The router keeps what a reader by itself leaves out.
  expect(readers.filter(([, by]) => by !== 'exactly')).toEqual([]);
});
