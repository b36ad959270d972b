import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Route } from './route.ts';

/** `createCompany` → `create-company` */
const fileNameOf = (operation: string) =>
  operation.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Every route of a folder and the folders in it: each file other than a test exports one `route`, of the operation that
 * it is named after.
 *
 * @throws Error that names a file without its route
 */
export async function routesIn<Context>(folder: URL): Promise<Route<Context>[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  return Promise.all(
    files.toSorted().map(async (file) => {
      const { route } = (await import(pathToFileURL(file).href)) as { route?: Route<Context> };
      if (route === undefined || `${fileNameOf(route.operation)}.ts` !== basename(file))
        throw new Error(`${file} exports no route of the operation that it is named after`);
      return route;
    }),
  );
}
