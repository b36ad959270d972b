import { describe, expect, it } from 'vitest';

import {
  allImports,
  circlesOf,
  productFiles,
  productImports,
  reachedFrom,
  webImports,
  type Import,
} from './imports.ts';

const workspaceOf = (path: string) =>
  /^(?:packages|services|infra)\/[^/]+|^web|^tests/.exec(path)?.[0] ?? path;

/** The web's layers, from the bottom: each imports its own and those before it. */
const WEB_LAYERS = [
  'web/src/lib/',
  'web/src/i18n/',
  'web/src/components/ui/',
  'web/src/components/',
  'web/src/entities/',
  'web/src/features/',
  'web/src/',
];
const webLayerOf = (path: string): number => WEB_LAYERS.findIndex((layer) => path.startsWith(layer));
const webFeatureOf = (path: string): string | undefined => /^web\/src\/features\/([^/]+)/.exec(path)?.[1];

interface Rule {
  name: string;
  forbids: (edge: Import) => boolean;
  /** Imports that it must find: a rule that cannot fail holds nothing. */
  broken: readonly (readonly [from: string, to: string])[];
  of?: readonly Import[];
}

/** A rule names what must not be imported from where; a rule that grows gains a line here. */
const rules: readonly Rule[] = [
  {
    name: 'a workspace reaches another only by its package name',
    of: allImports,
    forbids: ({ from, to }) =>
      /^(packages|services|infra|web|tests)\//.test(to) && workspaceOf(from) !== workspaceOf(to),
    broken: [['services/query/src/main.ts', 'services/projector/src/index.ts']],
  },
  {
    name: 'contracts depend on nothing of ours',
    forbids: ({ from, to }) => from.startsWith('packages/contracts/') && to.startsWith('@lacre/'),
    broken: [['packages/contracts/src/index.ts', '@lacre/event-store']],
  },
  {
    name: 'the event store knows no event',
    of: allImports,
    forbids: ({ from, to }) =>
      from.startsWith('packages/event-store/') &&
      to.startsWith('@lacre/') &&
      !/^@lacre\/(event-store|postgres|test-support)(\/|$)/.test(to),
    broken: [['packages/event-store/src/port.ts', '@lacre/contracts']],
  },
  {
    name: 'pades knows nothing of the product',
    of: allImports,
    forbids: ({ from, to }) =>
      /^packages\/pades(-cli|-lab)?\//.test(from) &&
      /^@lacre\/(?!pades|(?:authority-client|test-support)$)/.test(to),
    broken: [['packages/pades/src/index.ts', '@lacre/contracts']],
  },
  {
    name: 'the command line of pades needs pades, authorities and node alone',
    forbids: ({ from, to }) =>
      from.startsWith('packages/pades-cli/') &&
      !/^(packages\/pades-cli\/|node:|@lacre\/(pades(\/|$)|authority-client$))/.test(to),
    broken: [
      ['packages/pades-cli/src/pades.ts', '@lacre/contracts'],
      ['packages/pades-cli/src/pades.ts', 'zod'],
    ],
  },
  {
    name: 'the product takes nothing of the laboratory',
    forbids: ({ to }) => to.startsWith('@lacre/pades-lab'),
    broken: [['packages/pades/src/index.ts', '@lacre/pades-lab/fixtures/authorities']],
  },
  {
    name: 'the product takes nothing of what tests share',
    forbids: ({ to }) => to.startsWith('@lacre/test-support'),
    broken: [['packages/postgres/src/embedded/run-server.ts', '@lacre/test-support']],
  },
  {
    name: 'what tests share depends on nothing of ours',
    of: allImports,
    forbids: ({ from, to }) => from.startsWith('packages/test-support/') && to.startsWith('@lacre/'),
    broken: [['packages/test-support/src/free-port.ts', '@lacre/postgres']],
  },
  {
    name: 'parts of pades below its index are for its own packages',
    of: allImports,
    forbids: ({ from, to }) => to.startsWith('@lacre/pades/') && !from.startsWith('packages/pades'),
    broken: [['services/signer/src/main.ts', '@lacre/pades/cms']],
  },
  {
    name: 'no service imports another',
    forbids: ({ from, to }) =>
      from.startsWith('services/') && /^@lacre\/(command|query|projector|signer|page)(\/|$)/.test(to),
    broken: [['services/query/src/main.ts', '@lacre/signer']],
  },
  {
    name: 'packages do not depend on services',
    of: allImports,
    forbids: ({ from, to }) =>
      from.startsWith('packages/') &&
      /^@lacre\/(command|query|projector|signer|page|local|web)(\/|$)/.test(to),
    broken: [['packages/http/src/index.ts', '@lacre/command']],
  },
  {
    name: 'http folds no events: who callers are is for access to say',
    forbids: ({ from, to }) => from.startsWith('packages/http/src/') && to.startsWith('@lacre/event-store'),
    broken: [['packages/http/src/route.ts', '@lacre/event-store']],
  },
  {
    name: 'access serves no HTTP',
    forbids: ({ from, to }) =>
      from.startsWith('packages/access/') && /^(fastify|@fastify\/.*|@lacre\/http|node:http)$/.test(to),
    broken: [['packages/access/src/callers.ts', '@lacre/http']],
  },
  {
    name: 'the web takes from us only contracts and the client of the API',
    forbids: ({ from, to }) =>
      from.startsWith('web/') && to.startsWith('@lacre/') && !/^@lacre\/(contracts|client)(\/|$)/.test(to),
    broken: [['web/src/main.tsx', '@lacre/pades']],
  },
  {
    name: 'the web is layered: routes, features, entities, components, primitives, words, lib',
    of: webImports,
    forbids: ({ from, to }) => webLayerOf(to) > webLayerOf(from),
    broken: [
      ['web/src/lib/style/cn.ts', 'web/src/components/ui/actions/button.tsx'],
      ['web/src/i18n/vocabulary.ts', 'web/src/entities/process/queries.ts'],
      ['web/src/components/ui/actions/button.tsx', 'web/src/components/page/section.tsx'],
      ['web/src/components/page/section.tsx', 'web/src/entities/process/queries.ts'],
      ['web/src/entities/process/queries.ts', 'web/src/features/processes/processes-page.tsx'],
      ['web/src/features/processes/processes-page.tsx', 'web/src/routes/_app.tsx'],
      ['web/src/lib/style/cn.ts', 'web/src/main.tsx'],
    ],
  },
  {
    name: 'no feature of the web imports another: what several need is an entity or a component',
    of: webImports,
    forbids: ({ from, to }) => {
      const [own, other] = [webFeatureOf(from), webFeatureOf(to)];
      return own !== undefined && other !== undefined && own !== other;
    },
    broken: [
      ['web/src/features/processes/processes-page.tsx', 'web/src/features/companies/company-form.tsx'],
      [
        'web/src/features/signing/request/request-view.tsx',
        'web/src/features/processes/detail/process-page.tsx',
      ],
    ],
  },
  {
    name: 'the client of the API depends on contracts alone',
    forbids: ({ from, to }) =>
      from.startsWith('packages/client/src/') &&
      !to.startsWith('packages/client/') &&
      !to.startsWith('@lacre/contracts'),
    broken: [['packages/client/src/index.ts', 'node:fs']],
  },
  {
    name: 'schemas stay out of browsers: of contracts they run only what has none',
    forbids: ({ from, to, typeOnly }) =>
      /^(web|packages\/client)\/src\//.test(from) && to === '@lacre/contracts' && !typeOnly,
    broken: [['web/src/main.tsx', '@lacre/contracts']],
  },
  {
    name: 'the event store vendor appears only in its adapter',
    forbids: ({ from, to }) =>
      to.startsWith('@kurrent/') && !from.startsWith('packages/event-store/src/kurrentdb/'),
    broken: [['services/command/src/main.ts', '@kurrent/kurrentdb-client']],
  },
  {
    name: 'the log is opened in one place, with personal data encrypted in it',
    forbids: ({ from, to }) =>
      /^@lacre\/event-store\/(postgres|kurrentdb)$/.test(to) &&
      !/^packages\/(adapters|event-store|personal-data)\//.test(from),
    broken: [['services/command/src/main.ts', '@lacre/event-store/postgres']],
  },
  {
    name: 'the message bus vendor appears only in its adapter',
    forbids: ({ from, to }) =>
      to.startsWith('@nats-io/') && !from.startsWith('packages/work-queue/src/nats/'),
    broken: [['services/signer/src/main.ts', '@nats-io/jetstream']],
  },
  {
    name: 'requests to S3 are signed only in its adapter',
    forbids: ({ from, to }) => to === 'aws4fetch' && !from.startsWith('packages/blob-store/src/s3/'),
    broken: [['packages/adapters/src/blob-place.ts', 'aws4fetch']],
  },
  {
    name: 'mail leaves only through the mailer',
    forbids: ({ from, to }) => to === 'nodemailer' && !from.startsWith('packages/mailer/src/'),
    broken: [['services/projector/src/main.ts', 'nodemailer']],
  },
  {
    name: 'only what puts the signer service together names it whole',
    forbids: ({ from, to }) =>
      to === 'services/signer/src/dependencies.ts' &&
      !/^services\/signer\/src\/(define-route|index|signer|testing\/test-signer)\.ts$/.test(from),
    broken: [['services/signer/src/seal/seal-document.ts', 'services/signer/src/dependencies.ts']],
  },
  {
    name: 'only what puts the command service together names it whole',
    forbids: ({ from, to }) =>
      to === 'services/command/src/service.ts' &&
      !/^services\/command\/src\/(app|define-route|index|jobs\/workers|testing\/harness)\.ts$/.test(from),
    broken: [['services/command/src/company/create-company.ts', 'services/command/src/service.ts']],
  },
  {
    name: 'identity knows no event, and serves no HTTP',
    forbids: ({ from, to }) =>
      from.startsWith('packages/identity/') &&
      /^(@lacre\/(event-store|domain-log|personal-data)|fastify|@fastify\/.*|node:http)(\/|$)/.test(to),
    broken: [
      ['packages/identity/src/sessions.ts', '@lacre/domain-log'],
      ['packages/identity/src/sessions.ts', 'fastify'],
    ],
  },
  {
    name: 'vendors of sign-in appear only in identity',
    forbids: ({ from, to }) =>
      /^(openid-client|@simplewebauthn\/server|otpauth)$/.test(to) &&
      !from.startsWith('packages/identity/src/'),
    broken: [
      ['services/command/src/sign-in/by-google.ts', 'openid-client'],
      ['services/command/src/account/factors.ts', 'otpauth'],
    ],
  },
  {
    name: 'tokens are made only in identity and proofs',
    forbids: ({ from, to }) => to === 'jose' && !/^packages\/(identity|proofs)\//.test(from),
    broken: [['services/command/src/service.ts', 'jose']],
  },
];

const written = (edges: readonly Import[]): string[] => edges.map(({ from, to }) => `${from} → ${to}`);

describe('dependency rules', () => {
  it('looks at real imports', () => {
    expect(allImports.length).toBeGreaterThan(50);
    expect(allImports).toContainEqual({
      from: 'packages/contracts/src/fields/identifiers.ts',
      to: 'zod',
      typeOnly: false,
    });
  });

  it('covers dynamic imports of the web', () => {
    expect(webImports).toContainEqual({
      from: 'web/src/features/processes/tags-and-views.tsx',
      to: 'web/src/entities/tag/tags-dialog.tsx',
      typeOnly: false,
    });
  });

  it.each(rules)('$name', ({ forbids, broken, of = productImports }) => {
    const examples = broken.map(([from, to]) => ({ from, to, typeOnly: false }));
    expect(written(examples.filter(forbids))).toEqual(written(examples));
    expect(written(of.filter(forbids))).toEqual([]);
  });
});

const isDecider = (path: string): boolean =>
  /^services\/command\/src\/[\w-]+\/(?:[\w-]+\/)?(?:decide|evolve|state)(?:-[\w-]+)?\.ts$/.test(path);

/** What a decider may run, itself or through what it imports: the language, the vocabulary, pure files beside it. */
const mayRun = (decider: string, target: string): boolean =>
  /^@lacre\/contracts(\/|$)/.test(target) ||
  /^services\/command\/src\/decider\/(?:at-request-rules|decision|reusable)\.ts$/.test(target) ||
  folderOf(target) === folderOf(decider);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** What each decider runs and may not. */
const impure = (imports: readonly Import[]): string[] => {
  const deciders = [...new Set(imports.map(({ from }) => from))].filter(isDecider);
  return deciders.flatMap((decider) =>
    [...reachedFrom(decider, imports)]
      .filter((target) => !mayRun(decider, target))
      .map((target) => `${decider} → ${target}`),
  );
};

describe('deciders', () => {
  it('are pure, through all they import', () => {
    expect(productImports.filter(({ from }) => isDecider(from)).length).toBeGreaterThan(50);
    expect(impure(productImports)).toEqual([]);
  });

  it.each([
    ['the database', 'services/command/src/database/migrations.ts'],
    ['a driver', 'pg'],
    ['the clock and chance', 'node:crypto'],
  ])('would be found with %s, behind a file beside them too', (_what, forbidden) => {
    const decider = 'services/command/src/process/decide/decide-act.ts';
    const between = 'services/command/src/process/decide/commands.ts';
    const edge = (from: string, to: string): Import => ({ from, to, typeOnly: false });
    expect(impure([...productImports, edge(decider, forbidden)])).toContain(`${decider} → ${forbidden}`);
    expect(impure([...productImports, edge(decider, between), edge(between, forbidden)])).toContain(
      `${decider} → ${forbidden}`,
    );
  });
});

describe('processes that are started for files', () => {
  // All of it takes as much of the processor to load as the rest of their start.
  const loadsAllContracts = (module: string, imports: readonly Import[]): boolean =>
    reachedFrom(module, imports).has('@lacre/contracts');

  // Of that name are also what answers in each of them, and the reader of the queue, which is the service's own.
  const workers = productFiles.filter((path) =>
    /^services\/signer\/.*(?<!serve|seal)-worker\.ts$/.test(path),
  );

  it('are found by their names', () => {
    expect(workers.length).toBeGreaterThan(8);
  });

  it.each(workers)('load parts of the contracts, not all: %s', (module) => {
    expect(loadsAllContracts(module, productImports)).toBe(false);
  });

  it('would be found, behind another file too', () => {
    const between = 'services/signer/src/validate/certificate-name.ts';
    const whole = { from: between, to: '@lacre/contracts', typeOnly: false };
    const judge = 'services/signer/src/validate/judge-worker.ts';
    expect(loadsAllContracts(judge, [...productImports, whole])).toBe(true);
  });
});

describe('circles', () => {
  it('are nowhere, not even of types', () => {
    expect(circlesOf(allImports)).toEqual([]);
  });

  it('are nowhere between the packages of the product', () => {
    const between = (imports: readonly Import[]): Import[] =>
      imports.flatMap(({ from, to, typeOnly }) => {
        const package_ = /^@lacre\/([^/]+)/.exec(to)?.[1];
        const own = workspaceOf(from).split('/').at(-1) ?? '';
        return package_ === undefined || package_ === own ? [] : [{ from: own, to: package_, typeOnly }];
      });
    expect(circlesOf(between(productImports))).toEqual([]);
    const back = { from: 'packages/contracts/src/index.ts', to: '@lacre/http', typeOnly: true };
    expect(circlesOf(between([...productImports, back]))).not.toEqual([]);
  });

  it('would be found', () => {
    const edge = (from: string, to: string, typeOnly = false): Import => ({ from, to, typeOnly });
    expect(circlesOf([edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('c', 'd')])).toEqual([
      ['a', 'b', 'c'],
    ]);
    expect(circlesOf([edge('a', 'b'), edge('b', 'a', true)])).toEqual([['a', 'b']]);
    expect(circlesOf([edge('a', 'b'), edge('a', 'c', true), edge('b', 'c')])).toEqual([]);
  });

  it('would be found where one is closed in the packages', () => {
    const [facade, below] = [
      'packages/pades/src/pdf/strict-pdf.ts',
      'packages/pades/src/pdf/document/page-tree.ts',
    ];
    expect(allImports).toContainEqual({ from: facade, to: below, typeOnly: false });
    const closed = { from: below, to: facade, typeOnly: true };
    expect(circlesOf([...allImports, closed])).toEqual([[below, facade]]);
  });
});
