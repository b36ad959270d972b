import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin, Rolldown } from 'vite';

const ROUTE = /\/src\/routes\/(.+)\.tsx\?tsr-split=component(?:---loader)?$/;

/**
 * Lets the browser ask for the code of the screen in its address together with the client's own code, instead of after
 * having read that: a round trip less before anything is seen. Added to the script that runs before the first paint.
 */
export function preloadRoutes(): Plugin {
  let outDir = '';
  return {
    name: 'lacre:preload-routes',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      await appendFile(join(outDir, 'theme.js'), scriptOf(routesOf(bundle)));
    },
  };
}

interface Route {
  /** Of the addresses it answers, as a regular expression. */
  pattern: string;
  files: readonly string[];
}

function routesOf(bundle: Rolldown.OutputBundle): Route[] {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const byRoute = new Map(
    chunks.flatMap((chunk) => {
      const name = ROUTE.exec(chunk.facadeModuleId ?? '')?.[1];
      return name === undefined ? [] : [[name, chunk] as const];
    }),
  );
  const entry = chunks.find(({ isEntry }) => isEntry);
  const shell = entry === undefined ? new Set<string>() : closure(entry.fileName, bundle);
  return [...byRoute].flatMap(([name, chunk]) => {
    // Frames come with their routes; the page for unknown addresses answers what no pattern does.
    if (/^_\w+$/.test(name) || name.endsWith('/$')) return [];
    const frame = byRoute.get(name.split('/')[0] ?? '');
    const files = new Set<string>();
    for (const one of [frame, chunk]) if (one !== undefined) closure(one.fileName, bundle, files);
    return [{ pattern: patternOf(name), files: [...files].filter((file) => !shell.has(file)) }];
  });
}

/** The file and what it imports statically. */
function closure(file: string, bundle: Rolldown.OutputBundle, seen = new Set<string>()): Set<string> {
  const chunk = bundle[file];
  if (seen.has(file) || chunk?.type !== 'chunk') return seen;
  seen.add(file);
  for (const imported of chunk.imports) closure(imported, bundle, seen);
  return seen;
}

/** `_app/companies/$companyId` answers `/companies/` and one more segment. */
function patternOf(name: string): string {
  const segments = name
    .split(/[./]/)
    .filter((segment) => !segment.startsWith('_') && segment !== 'index' && segment !== '$')
    .map((segment) => (segment.startsWith('$') ? '[^/]+' : segment));
  return `^/${segments.join('/')}/?$`;
}

const parameters = ({ pattern }: Route): number => pattern.split('[^/]+').length;

function scriptOf(routes: readonly Route[]): string {
  const files = [...new Set(routes.flatMap((route) => route.files))];
  // A fixed address before one with a parameter that would take it as well.
  const fixedFirst = routes.toSorted((a, b) => parameters(a) - parameters(b));
  const table = fixedFirst.map((route) => [route.pattern, route.files.map((file) => files.indexOf(file))]);
  return `
// The code of the screen asked for, while the client's own is on its way.
(function () {
  var files = ${JSON.stringify(files)};
  var routes = ${JSON.stringify(table)};
  for (var i = 0; i < routes.length; i++) {
    if (!new RegExp(routes[i][0]).test(location.pathname)) continue;
    routes[i][1].forEach(function (file) {
      var link = document.createElement('link');
      link.rel = 'modulepreload';
      link.crossOrigin = '';
      link.href = '/' + files[file];
      document.head.append(link);
    });
    return;
  }
})();
`;
}
