import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The program's path: as given when it is one, else the first of that name in `searchPath` (as in `PATH`). */
export async function findProgram(name: string, searchPath: string): Promise<string | undefined> {
  const candidates = name.includes('/')
    ? [name]
    : searchPath.split(delimiter).map((folder) => join(folder, name));
  for (const candidate of candidates) {
    const executable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return candidate;
  }
  return undefined;
}
