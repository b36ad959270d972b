import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What the built client may weigh, bytes after gzip. pdf.js and the camera are apart: they come with the first document
 * opened, and with the first face asked for. A first visit that brought them would be far over its budget. */
const ROUTE_JS = 57 * 1024;
const INITIAL_CSS = 16 * 1024;
/** 100 KB of each are React and TanStack's router and query cache. */
const FIRST_VISITS: Readonly<Record<string, number>> = {
  '_public/index': 137 * 1024,
  '_auth/login.index': 133 * 1024,
  '_app/dashboard': 145 * 1024,
  '_app/processes/index': 147 * 1024,
  '_app/processes/$processId': 164 * 1024,
  document: 139 * 1024,
};
const APART = /pdfjs|pdf\.worker|camera|face-engine/;

interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const dist = join(import.meta.dirname, '..', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;
const sizes = new Map<string, number>();

function gzipSize(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

/** The chunk and everything it imports statically, once each. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) closure(imported, seen);
  return seen;
}

function weight(keys: Iterable<string>): number {
  return [...keys].reduce((sum, key) => sum + gzipSize(manifest[key]?.file ?? ''), 0);
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
const failures: string[] = [];

function check(name: string, bytes: number, limit: number): void {
  const over = bytes > limit;
  console.log(`${over ? 'OVER' : ' ok '} ${name}: ${kilobytes(bytes)} of ${kilobytes(limit)}`);
  if (over) failures.push(name);
}

const entries = Object.entries(manifest);
const entry = entries.find(([, chunk]) => chunk.isEntry)?.[0];
if (entry === undefined) throw new Error('no entry in the manifest: build first');
const shell = closure(entry);
const css = [...shell].flatMap((key) => manifest[key]?.css ?? []);
check(
  'style sheet',
  css.reduce((sum, file) => sum + gzipSize(file), 0),
  INITIAL_CSS,
);

/** Everything that can come of the chunk, whenever. */
function reach(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
  for (const next of [...imports, ...dynamicImports]) if (next !== entry) reach(next, seen);
  return seen;
}

const frameOf = (route: string): string | undefined => /^src\/routes\/(_\w+)(?:\/|\.tsx)/.exec(route)?.[1];
const reaches = entries
  .filter(([key]) => key.startsWith('src/routes/'))
  .map(([key]) => ({ frame: frameOf(key), reached: reach(key) }));

/** What is there before the part is: the shell, and the frame that it stands in wherever it is shown. */
function before(key: string): ReadonlySet<string> {
  const frames = new Set(reaches.filter(({ reached }) => reached.has(key)).map(({ frame }) => frame));
  const [frame] = frames;
  const chunks = new Set(shell);
  if (frames.size !== 1 || frame === undefined || key.startsWith(`src/routes/${frame}.tsx`)) return chunks;
  for (const [other] of entries) if (other.startsWith(`src/routes/${frame}.tsx`)) closure(other, chunks);
  return chunks;
}

for (const [key, chunk] of entries) {
  if (!chunk.isDynamicEntry || APART.test(chunk.file)) continue;
  const there = before(key);
  const own = [...closure(key)].filter(
    (imported) => !there.has(imported) && !APART.test(manifest[imported]?.file ?? ''),
  );
  check(`what ${chunk.src ?? chunk.file} adds`, weight(own), ROUTE_JS);
}

// A first visit loads the shell, the frame of its route and the route itself.
for (const [route, limit] of Object.entries(FIRST_VISITS)) {
  const keys = new Set(shell);
  for (const [key] of entries) {
    if ([route.split('/')[0], route].some((name) => key.startsWith(`src/routes/${name}.tsx`)))
      closure(key, keys);
  }
  check(`first visit of ${route}`, weight(keys), limit);
}

/**
 * Addresses of other origins that are names and not requests: of XML vocabularies, of pages that explain an error, and of
 * the messenger that a link opens.
 * Any other address would be requested by the user's browser. pdf.js is apart here too: it knows addresses that it never
 * asks for, as the journeys see.
 */
const NAMES =
  /^https?:\/\/(?:www\.w3\.org|react\.dev|tailwindcss\.com|localhost|radix-ui\.com|tanstack\.com|developer\.mozilla\.org|github\.com|wa\.me)\/?$/;
const foreign = new Set<string>();
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!/\.(?:js|mjs|css|html|webmanifest)$/.test(file) || APART.test(file)) continue;
  const text = readFileSync(join(dist, file), 'utf8');
  for (const [address] of text.matchAll(/https?:\/\/[\w.-]+\/?/g))
    if (!NAMES.test(address)) foreign.add(`${address} in ${file}`);
}
console.log(
  `${foreign.size > 0 ? 'OVER' : ' ok '} addresses of other origins: ${[...foreign].join(', ') || 'none'}`,
);
if (foreign.size > 0) failures.push('addresses of other origins');

if (failures.length > 0) {
  console.error(`over budget: ${failures.join(', ')}`);
  process.exitCode = 1;
}
