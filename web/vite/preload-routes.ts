import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin, Rolldown } from 'vite';

const ROUTE = /\/src\/routes\/(.+)\.tsx\?tsr-split=component(?:---loader)?$/;

/**
 * What screens ask the server first, as the client itself would word it; src/lib/api/early.ts takes the answers over.
 * Behind sign-in the session is looked up before it, with the same question for every screen.
 */
const FIRST_QUESTIONS: Readonly<Record<string, string>> = {
  '_app/companies/index': '/api/company?pageSize=20',
  '_app/dashboard': '/api/dashboard',
  '_app/persons/index': '/api/person?pageSize=20',
  '_app/processes/index': '/api/process?pageSize=20',
  '_auth/login.index': '/api/session/options',
  document: '/api/signature',
};

/**
 * Lets the browser ask for the code of the screen in its address, and for what that shows first, together with the
 * client's own code instead of after having read it: round trips less before anything is seen. Added to the script that
 * runs before the first paint.
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
  /** The address of what it shows first, if that is known beforehand. */
  question: string | undefined;
  /** Whose authority the question takes. */
  asker: 'user' | 'person' | 'nobody';
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
    if (/^_\w+$/.test(name) || /(?:^|\/)\$$/.test(name)) return [];
    const frame = byRoute.get(name.split('/')[0] ?? '');
    const files = new Set<string>();
    for (const one of [frame, chunk]) if (one !== undefined) closure(one.fileName, bundle, files);
    const asker = name.startsWith('_app') ? 'user' : name === 'document' ? 'person' : 'nobody';
    return [
      {
        pattern: patternOf(name),
        files: [...files].filter((file) => !shell.has(file)),
        question: FIRST_QUESTIONS[name],
        asker,
      },
    ];
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
  const table = fixedFirst.map(({ pattern, files: own, asker, question }) => [
    pattern,
    own.map((file) => files.indexOf(file)),
    asker,
    question ?? null,
  ]);
  return `
// The code of the screen asked for, and its first answers, while the client's own code is on its way.
(${atStart.toString()})(${JSON.stringify(files)}, ${JSON.stringify(table)});
`;
}

type Row = readonly [
  pattern: string,
  files: readonly number[],
  asker: Route['asker'],
  question: string | null,
];

/**
 * In the page, as text: it may use nothing from outside it. Storage keys are those of src/lib/session/session.ts and
 * person-session.ts.
 */
function atStart(files: readonly string[], routes: readonly Row[]): void {
  const row = routes.find(([pattern]) => new RegExp(pattern).test(location.pathname));
  if (row === undefined) return;
  const [, own, asker, question] = row;
  for (const file of own) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${files[file]}`;
    document.head.append(link);
  }
  const answers: Record<string, { answer: Promise<Response>; callOff: () => void }> = {};
  const ask = (method: string, address: string, token?: string): Promise<Response> => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    const asking = new AbortController();
    const answer = fetch(address, { method, headers, signal: asking.signal });
    answers[[method, address, token ?? ''].join(' ')] = { answer, callOff: () => asking.abort() };
    return answer;
  };
  // A list that the address narrows is another question.
  const first = location.search === '' || asker === 'person' ? question : null;
  const late = (): undefined => undefined;
  try {
    if (asker === 'nobody') {
      if (first !== null) ask('GET', first).catch(late);
    } else if (asker === 'person') {
      const held = JSON.parse(sessionStorage.getItem('personSession') ?? 'null') as {
        token: string;
        expiresAt: string;
      } | null;
      if (first !== null && held !== null && Date.parse(held.expiresAt) > Date.now())
        ask('GET', first, held.token).catch(late);
    } else if ((sessionStorage.getItem('signedIn') ?? localStorage.getItem('signedIn')) !== null) {
      const opening = async (): Promise<void> => {
        const answer = await ask('POST', '/api/session/refresh');
        if (!answer.ok || first === null) return;
        const { token, user } = (await answer.clone().json()) as { token: string; user: { role: string } };
        // A totem is shown its own screen, whatever the address says.
        if (user.role !== 'totem') await ask('GET', first, token);
      };
      opening().catch(late);
    }
  } catch {
    // Storage refused: the client asks by itself.
  }
  Object.assign(globalThis, { earlyAnswers: answers });
}
