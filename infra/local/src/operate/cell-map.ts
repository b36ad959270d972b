import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

import { CannotWrite } from './cannot-write.ts';

/**
 * Lines for a `map $uri …` of nginx: each address of `/login/{domain}` with where its cell has it. They hold names that
 * are public at the addresses they name.
 */
export function cellMap(origin: string, domains: readonly string[]): string {
  const lines = domains.map((domain) => `/login/${domain} ${origin}/login/${domain}$is_args$args;\n`);
  return `# The addresses of ${origin}, by \`lacre tenant map\`.\n${lines.join('')}`;
}

/** Replaces the file as a whole: a proxy that reloads meanwhile reads the old one or the new one. @throws CannotWrite */
export async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text, { flag: 'wx', flush: true });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new CannotWrite(`não foi possível escrever ${path} (${code})`);
  }
}
