import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { treeOf, walk, type Node } from './tree.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** Folders of web/src by the area of their texts; the first that a path begins with. */
const WEB_AREAS: readonly (readonly [area: string, ...folders: string[]])[] = [
  ['sign', 'features/signing', 'routes/document', 'routes/totem', 'routes/a.', 'entities/totem'],
  ['validate', 'features/validation'],
  ['public', 'features/landing', 'entities/terms', 'entities/language', 'routes/_public'],
  ['enter', 'features/auth', 'entities/session', 'entities/invitation', 'routes/_auth'],
  ['processes', 'features/processes', 'entities/process', 'entities/document', 'entities/upload'],
  ['templates', 'features/templates', 'features/envelopes', 'entities/template', 'entities/envelope'],
  ['persons', 'features/persons', 'features/signer-groups', 'entities/person', 'entities/signer-group'],
  ['companies', 'features/companies', 'entities/company'],
  [
    'account',
    'features/settings',
    'features/users',
    'features/tokens',
    'features/webhooks',
    'features/credits',
    'entities/tenant',
    'entities/user',
  ],
  [
    'records',
    'features/events',
    'features/reports',
    'features/downloads',
    'entities/download',
    'entities/notification',
  ],
  ['profile', 'features/profile'],
  ['frame', 'features/shell', 'features/dashboard'],
  ['shared', ''],
];

/** What the server says, by area: problems and refusals of requests, the history, verdicts on files, exports, mails. */
const SENT: readonly (readonly [area: string, ...patterns: string[]])[] = [
  ['problems', 'packages/contracts/src/errors.ts'],
  ['refusals', 'packages/contracts/src/{fields/*,security/password-policy}.ts'],
  [
    'history',
    'packages/contracts/src/{descriptions/*,face,security/security-log}.ts',
    'services/projector/src/webhooks/post-safely.ts',
  ],
  ['verdicts', 'services/signer/src/validate/words/portuguese.ts'],
  ['exports', 'services/query/src/routes/*/export-*.ts'],
  ['mails', 'packages/mailer/src/templates/**/*.ts'],
];

/** Who says the texts of an area: the client, which a build replaces; the server, which sends them; or both, each its own copy. */
type SaidBy = 'client' | 'server' | 'both';

/** What is no word of the interface: texts that bind as they stand, and the word that stands for erased data, which records carry. */
const BINDING = /^packages\/contracts\/src\/(?:legal\/|erased|text\/device-text)/;
const NO_SOURCE = /\.(?:test|bench|check|gen)\.|\/testing\/|\/i18n\/languages\//;

interface Source {
  /** From the root of the repository. */
  path: string;
  area: string;
}

let sources: readonly Source[] | undefined;

/** Every source of texts that people read, by its path; looked for once. */
export const textSources = (): readonly Source[] => (sources ??= findSources());

function findSources(): Source[] {
  const inWeb = filesIn('web/src/**/*.{ts,tsx}').map((path) => ({ path, area: areaOf(path) }));
  const before = filesIn('web/{index.html,public/*.{html,webmanifest}}').map((path) => ({
    path,
    area: 'page',
  }));
  const inClient = new Set(contractsOf(inWeb.map(({ path }) => path)));
  const words = [...inClient].map((path) => ({ path, area: 'words' }));
  const sent = SENT.flatMap(([area, ...patterns]) =>
    patterns.flatMap(filesIn).map((path) => ({ path, area })),
  ).filter(({ path }) => !inClient.has(path));
  return [...inWeb, ...before, ...words, ...sent]
    .filter(({ path }) => !BINDING.test(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

export const saidBy = (area: string): SaidBy => {
  if (area === 'words') return 'both';
  return SENT.some(([one]) => one === area) ? 'server' : 'client';
};

const filesIn = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !NO_SOURCE.test(path))
    .toSorted();

function areaOf(path: string): string {
  const inSource = path.slice('web/src/'.length);
  return (
    WEB_AREAS.find(([, ...folders]) => folders.some((folder) => inSource.startsWith(folder)))?.[0] ?? 'shared'
  );
}

/** Files of the contracts that the client has in its own code, themselves or through others. */
function contractsOf(files: readonly string[]): string[] {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages/contracts/package.json'), 'utf8')) as {
    exports: Record<string, string>;
  };
  const reached = new Set<string>();
  const visit = (path: string): void => {
    for (const specifier of valueImportsOf(path)) {
      const exported = specifier.startsWith('@lacre/contracts')
        ? exports[`.${specifier.slice(16)}`]
        : undefined;
      const target =
        exported !== undefined
          ? join('packages/contracts', exported)
          : specifier.startsWith('.') && path.startsWith('packages/')
            ? relative(ROOT, resolve(ROOT, dirname(path), specifier))
            : undefined;
      if (target === undefined || reached.has(target)) continue;
      reached.add(target);
      visit(target);
    }
  };
  for (const file of files) visit(file);
  return [...reached].toSorted();
}

function valueImportsOf(path: string): string[] {
  const found: string[] = [];
  walk(treeOf(path, readFileSync(join(ROOT, path), 'utf8')), (node) => {
    const isImport = /^(?:Import|ExportNamed|ExportAll)(?:Declaration|Expression)$/.test(node.type);
    if (!isImport || node['importKind'] === 'type' || node['exportKind'] === 'type') return;
    const specifiers = (node['specifiers'] as Node[] | undefined) ?? [];
    const isType =
      specifiers.length > 0 &&
      specifiers.every((one) => one['importKind'] === 'type' || one['exportKind'] === 'type');
    const source = node['source'] as Node | null | undefined;
    if (!isType && source?.type === 'Literal') found.push(String(source['value']));
  });
  return found;
}
