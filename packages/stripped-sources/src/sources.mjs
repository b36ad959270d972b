// Which sources are stripped of their types beforehand, and where to. Any Node from 20 on runs this.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Within the package: a process that may read it reads all that it takes. */
export const STRIPPED = fileURLToPath(new URL('../dist', import.meta.url));
const WORKSPACES = ['packages', 'services', 'infra'];
const LEFT_OUT = new Set(['node_modules', 'dist', 'bench']);

/**
 * What a source's stripped form is called: by its content alone, so that one of a source that has changed is never read.
 *
 * @param {Buffer} source
 */
export const strippedName = (source) => createHash('sha256').update(source).digest('hex');

function* sourcesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) yield* sourcesUnder(path);
    else if (entry.isFile() && /(?<!\.d|\.test)\.ts$/.test(entry.name)) yield readFileSync(path);
  }
}

/** Every source that the product's processes may load, by the name of its stripped form. */
function sources() {
  const found = new Map();
  for (const workspace of WORKSPACES)
    for (const source of sourcesUnder(join(root, workspace))) found.set(strippedName(source), source);
  return found;
}

/** The stripped forms there are, by name; without those that are being written. */
function strippedNames() {
  try {
    return readdirSync(STRIPPED).filter((name) => !name.includes('.'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Sources without a stripped form, by its name, and the names of forms whose sources are no more. */
export function toStrip() {
  const missing = sources();
  const former = strippedNames().filter((name) => !missing.delete(name));
  return { missing, former };
}
