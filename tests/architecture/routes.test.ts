import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { operations, type OperationName } from '@lacre/contracts';
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
