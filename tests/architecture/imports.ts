import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SKIPPED = new Set(['node_modules', 'dist', '.turbo', '.lacre', 'public']);

export interface Import {
  from: string;
  /** A file as its path from the root, or the name of a package. */
  to: string;
  /** Gone before it runs. */
  typeOnly: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.gen.ts') ? [path] : [];
  });
}

function moduleOf(path: string) {
  const { module, errors } = parseSync(path, readFileSync(join(root, path), 'utf8'));
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return module;
}

function importsOf(path: string): Import[] {
  const module = moduleOf(path);
  const targets = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      to: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ to: moduleRequest.value, typeOnly: isType }],
      ),
    ),
  ];
  return targets.map(({ to, typeOnly }) => ({ from: path, to: fileOf(path, to), typeOnly }));
}

/** Those of `import('…')`, which come when they are asked for. */
function lateImportsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8');
  return moduleOf(path).dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const specifier = /^'([^']+)'$/.exec(text.slice(start, end))?.[1];
    return specifier === undefined ? [] : [{ from: path, to: fileOf(path, specifier), typeOnly: false }];
  });
}

function fileOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(from), specifier));
  return specifier.startsWith('@/') ? `web/src/${specifier.slice(2)}` : specifier;
}

const allFiles = ['packages', 'services', 'infra', 'web', 'tests'].flatMap(sources);

/** Every static import of the repository. */
export const allImports = allFiles.flatMap(importsOf);

const webFiles = allFiles.filter((path) => path.startsWith('web/src/'));

/** Every import of the web, static and late. */
export const webImports = [importsOf, lateImportsOf].flatMap((of) => webFiles.flatMap((path) => of(path)));

const isTest = (path: string): boolean =>
  /\.(test|bench|check)\.tsx?$|\/testing\/|\/bench\/|^tests\/|^packages\/(pades-lab|test-support)\//.test(
    path,
  );

/** What runs in the product, by its path. */
export const productFiles = allFiles.filter(
  (path) => path.includes('/src/') && !isTest(path) && !/\.check\.tsx?$/.test(path),
);

/** Those of what is installed with the product. */
export const productImports = allImports.filter(({ from }) => !isTest(from));

/** Files by what they import. */
function graphOf(imports: readonly Import[]): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) graph.set(from, (graph.get(from) ?? new Set<string>()).add(to));
  return graph;
}

/** What a file runs, itself and through what it imports: files and packages. */
export function reachedFrom(file: string, imports: readonly Import[]): ReadonlySet<string> {
  const graph = graphOf(imports.filter(({ typeOnly }) => !typeOnly));
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const target of graph.get(next) ?? [])
      if (!reached.has(target)) {
        reached.add(target);
        waiting.push(target);
      }
  return reached;
}

/** Files that import one another in a circle, types included, each circle once, by Tarjan's algorithm. */
export function circlesOf(imports: readonly Import[]): string[][] {
  const graph = graphOf(imports);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    let low = number;
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low !== number) return low;
    const circle = stack.splice(stack.indexOf(file));
    if (circle.length > 1) circles.push(circle.toSorted());
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
