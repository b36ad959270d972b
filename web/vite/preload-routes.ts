import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { minify, type Plugin, type Rolldown } from 'vite';

const ROUTE = /\/src\/routes\/(.+)\.tsx\?tsr-split=component(?:---loader)?$/;

/** In a question: the last part of the address, as the client's router reads it. */
const LAST_SEGMENT = '{}';

/**
 * What screens ask the server first, as the client itself would word it; src/lib/api/early.ts takes the answers over.
 * Behind sign-in the session is looked up before it, with the same question for every screen.
 */
const FIRST_QUESTIONS: Readonly<Record<string, string>> = {
  '_app/companies/index': '/api/company?pageSize=20',
  '_app/dashboard': '/api/dashboard',
  '_app/persons/index': '/api/person?pageSize=20',
  '_app/processes/$processId': `/api/process/${LAST_SEGMENT}`,
  '_app/processes/index': '/api/process?pageSize=20',
  '_auth/login.index': '/api/session/options',
  document: '/api/signature',
};

/** Code that a screen fetches as soon as it is there, by whether a caller is known; files of src/features. */
const FIRST_PARTS: Readonly<Record<string, { known?: string; unknown?: string }>> = {
  '_auth/login.index': { unknown: 'auth/other-ways' },
  document: { known: 'signing/request/request-view', unknown: 'signing/identify/identify-page' },
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
      outDir = resolve(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const file = join(outDir, 'theme.js');
      const script = (await readFile(file, 'utf8')) + scriptOf(routesOf(bundle));
      await writeFile(file, (await minify(file, script)).code);
    },
  };
}

interface Route {
  /** Of the addresses it answers, as a regular expression. */
  pattern: string;
  files: readonly string[];
  /** What it fetches besides, once a caller is signed in, and as long as none is. */
  known: readonly string[];
  unknown: readonly string[];
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
    const besides = (part: string | undefined): string[] => {
      if (part === undefined) return [];
      const own = chunks.find(({ moduleIds }) =>
        moduleIds.some((id) => id.endsWith(`/src/features/${part}.tsx`)),
      );
      if (own === undefined) throw new Error(`no part of ${name} is named ${part}`);
      return [...closure(own.fileName, bundle)].filter((file) => !files.has(file) && !shell.has(file));
    };
    const asker = name.startsWith('_app') ? 'user' : name === 'document' ? 'person' : 'nobody';
    return [
      {
        pattern: patternOf(name),
        files: [...files].filter((file) => !shell.has(file)),
        known: besides(FIRST_PARTS[name]?.known),
        unknown: besides(FIRST_PARTS[name]?.unknown),
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
    // `document_` stands in no frame of `document`, and is `document` in the address.
    .map((segment) => (segment.startsWith('$') ? '[^/]+' : segment.replace(/_$/, '')));
  return `^/${segments.join('/')}/?$`;
}

const parameters = ({ pattern }: Route): number => pattern.split('[^/]+').length;

function scriptOf(routes: readonly Route[]): string {
  const files = [...new Set(routes.flatMap((route) => [...route.files, ...route.known, ...route.unknown]))];
  const numbers = (own: readonly string[]): number[] => own.map((file) => files.indexOf(file));
  // A fixed address before one with a parameter that would take it as well.
  const fixedFirst = routes.toSorted((a, b) => parameters(a) - parameters(b));
  const table = fixedFirst.map((route) => [
    route.pattern,
    numbers(route.files),
    route.asker,
    route.question ?? null,
    numbers(route.known),
    numbers(route.unknown),
  ]);
  return `
// The first answers of the screen asked for, and its code, while the client's own code is on its way.
(${atStart.toString()})(${JSON.stringify(files)}, ${JSON.stringify(table)});
`;
}

type Row = readonly [
  pattern: string,
  files: readonly number[],
  asker: Route['asker'],
  question: string | null,
  known: readonly number[],
  unknown: readonly number[],
];

/**
 * In the page, as text: it may use nothing from outside it. Storage keys are those of src/lib/session/session.ts and
 * person-session.ts. What is asked goes out before code does: a browser that speaks HTTP/1.1 keeps six connections, and a
 * question behind a dozen files would wait for them.
 */
function atStart(files: readonly string[], routes: readonly Row[]): void {
  const row = routes.find(([pattern]) => new RegExp(pattern).test(location.pathname));
  if (row === undefined) return;
  const [, own, asker, question, ifKnown, ifUnknown] = row;
  const answers: Record<string, { answer: Promise<Response>; callOff: () => void }> = {};
  const ask = (method: string, address: string, token?: string): Promise<Response> => {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
    const asking = new AbortController();
    const answer = fetch(address, { method, headers, signal: asking.signal });
    answers[[method, address, token ?? ''].join(' ')] = { answer, callOff: () => asking.abort() };
    return answer;
  };
  const segment = location.pathname.replace(/\/$/, '').split('/').pop() ?? '';
  // A list that the address narrows is another question.
  const first =
    question === null || (location.search !== '' && asker === 'user' && !question.includes('{}'))
      ? null
      : question.replace('{}', segment);
  const late = (): undefined => undefined;
  let known = false;
  try {
    if (asker === 'nobody') {
      if (first !== null) ask('GET', first).catch(late);
    } else if (asker === 'person') {
      const held = JSON.parse(sessionStorage.getItem('personSession') ?? 'null') as {
        token: string;
        expiresAt: string;
      } | null;
      known = held !== null && Date.parse(held.expiresAt) > Date.now();
      if (first !== null && held !== null && known) ask('GET', first, held.token).catch(late);
    } else if ((sessionStorage.getItem('signedIn') ?? localStorage.getItem('signedIn')) !== null) {
      const opening = async (): Promise<void> => {
        const answer = await ask('POST', '/api/session/refresh');
        if (!answer.ok) return;
        const { token, user } = (await answer.clone().json()) as { token: string; user: { role: string } };
        // A totem is shown its own screen, whatever the address says.
        if (user.role === 'totem') return;
        // The frame's own: the tenant's colour, without which it would be drawn in the product's first.
        const asked = [first, '/api/tenant/settings'].filter((one) => one !== null);
        await Promise.all(asked.map(async (one) => ask('GET', one, token)));
      };
      opening().catch(late);
    }
  } catch {
    // Storage refused: the client asks by itself.
  }
  Object.assign(globalThis, { earlyAnswers: answers });
  for (const file of [...own, ...(known ? ifKnown : ifUnknown)]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = `/${files[file]}`;
    document.head.append(link);
  }
  // The first formatter of a kind takes a phone 50 ms, which are to spare only until the client's code is there. The
  // options are those of src/lib/format/format.ts.
  setTimeout(() => {
    const timeZone = 'America/Sao_Paulo';
    new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone }).format();
    new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' }).format(0, 'day');
  });
}
