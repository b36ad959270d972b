import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SKIPPED = new Set(['node_modules', 'dist', '.turbo', '.lacre', 'public']);

interface Import {
  from: string;
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

/** Imports of one file, relative ones as paths from the root. */
function importsOf(path: string): Import[] {
  const { module, errors } = parseSync(path, readFileSync(join(root, path), 'utf8'));
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
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
  return targets.map(({ to, typeOnly }) => ({
    from: path,
    to: to.startsWith('.') ? relative(root, resolve(root, dirname(path), to)) : to,
    typeOnly,
  }));
}

const all = ['packages', 'services', 'infra', 'web', 'tests'].flatMap(sources).flatMap(importsOf);
const isTest = (path: string) => /\.(test|bench)\.tsx?$|\/testing\/|\/bench\/|^tests\//.test(path);
const product = all.filter(({ from }) => !isTest(from));
const workspaceOf = (path: string) =>
  /^(?:packages|services|infra)\/[^/]+|^web|^tests/.exec(path)?.[0] ?? path;

/** A rule names what must not be imported from where; a rule that grows gains a line here. */
const rules: { name: string; forbids: (edge: Import) => boolean; of?: Import[] }[] = [
  {
    name: 'a workspace reaches another only by its package name',
    of: all,
    forbids: ({ from, to }) =>
      /^(packages|services|infra|web|tests)\//.test(to) && workspaceOf(from) !== workspaceOf(to),
  },
  {
    name: 'contracts depend on nothing of ours',
    forbids: ({ from, to }) => from.startsWith('packages/contracts/') && to.startsWith('@lacre/'),
  },
  {
    name: 'pades knows nothing of the product',
    of: all,
    forbids: ({ from, to }) =>
      from.startsWith('packages/pades/') && to.startsWith('@lacre/') && to !== '@lacre/pades',
  },
  {
    name: 'no service imports another',
    forbids: ({ from, to }) =>
      from.startsWith('services/') && /^@lacre\/(command|query|projector|signer)(\/|$)/.test(to),
  },
  {
    name: 'packages do not depend on services',
    of: all,
    forbids: ({ from, to }) =>
      from.startsWith('packages/') && /^@lacre\/(command|query|projector|signer|local|web)(\/|$)/.test(to),
  },
  {
    name: 'a decider is pure: contracts, its own folder and the decider vocabulary, nothing else',
    of: all,
    forbids: ({ from, to }) =>
      /^services\/command\/src\/[\w-]+\/(decide|evolve|state)(-[\w-]+)?\.ts$/.test(from) &&
      !to.startsWith('@lacre/contracts') &&
      !to.startsWith('services/command/src/'),
  },
  {
    name: 'the web takes from us only contracts and the client of the API',
    forbids: ({ from, to }) =>
      from.startsWith('web/') && to.startsWith('@lacre/') && !/^@lacre\/(contracts|client)(\/|$)/.test(to),
  },
  {
    name: 'the client of the API depends on contracts alone',
    forbids: ({ from, to }) =>
      from.startsWith('packages/client/src/') &&
      !to.startsWith('packages/client/') &&
      !to.startsWith('@lacre/contracts'),
  },
  {
    name: 'schemas stay out of browsers: of contracts they run only what has none',
    forbids: ({ from, to, typeOnly }) =>
      /^(web|packages\/client)\/src\//.test(from) && to === '@lacre/contracts' && !typeOnly,
  },
  {
    name: 'the event store vendor appears only in its adapter',
    forbids: ({ from, to }) =>
      to.startsWith('@kurrent/') && !from.startsWith('packages/event-store/src/kurrentdb/'),
  },
  {
    name: 'the log is opened in one place, with personal data encrypted in it',
    forbids: ({ from, to }) =>
      /^@lacre\/event-store\/(postgres|kurrentdb)$/.test(to) &&
      !/^packages\/(adapters|event-store|personal-data)\//.test(from),
  },
  {
    name: 'the message bus vendor appears only in its adapter',
    forbids: ({ from, to }) =>
      to.startsWith('@nats-io/') && !from.startsWith('packages/work-queue/src/nats/'),
  },
  {
    name: 'mail leaves only through the mailer',
    forbids: ({ from, to }) => to === 'nodemailer' && !from.startsWith('packages/mailer/src/'),
  },
  {
    name: 'the identity vendor appears only in identity',
    forbids: ({ from, to }) =>
      /^better-auth(\/|$)/.test(to) && !from.startsWith('services/command/src/identity/'),
  },
];

describe('dependency rules', () => {
  it('looks at real imports', () => {
    expect(all.length).toBeGreaterThan(50);
    expect(all).toContainEqual({ from: 'packages/contracts/src/fields.ts', to: 'zod', typeOnly: false });
  });

  it.each(rules)('$name', ({ forbids, of = product }) => {
    expect(of.filter(forbids).map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });
});
