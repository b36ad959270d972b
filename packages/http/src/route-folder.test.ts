import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { routesIn } from './route-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'routes-'));
  await mkdir(join(folder, 'company'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, operation: string | undefined) =>
  writeFile(
    join(folder, 'company', file),
    operation === undefined
      ? 'export {};'
      : `export const route = { operation: '${operation}', mount() {} };`,
  );
const found = async () => (await routesIn(pathToFileURL(`${folder}/`))).map(({ operation }) => operation);

it('finds the route of every file, in folders too, and passes tests over', async () => {
  await write('create-company.ts', 'createCompany');
  await write('list-companies.ts', 'listCompanies');
  await write('create-company.test.ts', undefined);
  expect(await found()).toEqual(['createCompany', 'listCompanies']);
});

it.each([
  ['none', undefined],
  ['that of another operation', 'editCompany'],
])('refuses a file that exports no route of its name, but %s', async (_what, operation) => {
  await write('create-company.ts', operation);
  await expect(found()).rejects.toThrow(/create-company\.ts exports no route of the operation/);
});
