import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { productFiles } from './imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where a value gets a type that the compiler cannot follow, and why. Events get theirs in one place. */
const ALLOWED: Readonly<Record<string, string>> = {
  'packages/domain-log/src/logged-event.ts': 'JSON of the store becomes an event of the contracts',
  'packages/contracts/src/personal-data.ts': 'a marked schema has the types of the one that it marks',
  'packages/adapters/src/counted-faults.ts': 'pino types the arguments of its hook by one of their forms',
  'packages/event-store/src/kurrentdb/appending/batch-appends.ts':
    'the generated class types a gRPC code as a message',
  'packages/event-store/src/log-index.ts': 'pg does not type the answers to several statements',
  'packages/event-store/src/postgres/append-announcements.ts': 'pg does not type the process id of a client',
  'packages/http/src/service.ts':
    'Fastify with a logger of its own is a Fastify of the default types to routes',
  'packages/pades-cli/src/authorities/local-authority-folder.ts': 'an object made from the list of its names',
  'packages/identity/src/passkeys.ts': 'a credential that the vendor checks itself',
  'services/command/src/person/batch/read-csv.ts': 'csv-parse does not type records with their places',
  'services/command/src/user/decide-edit.ts': 'an object made from its entries',
  'services/signer/src/face/engine/load-models.ts': 'operations of TensorFlow are found by their names',
  'services/signer/src/intake/printing/content/inline-image.ts':
    'Node does not type the engine that inflate answers with',
  'services/signer/src/intake/pdf/qpdf.ts': 'Node does not type WebAssembly, nor qpdf how it is started',
  'services/signer/src/workers/worker-pool.ts': 'Node does not type the pipe of a child as a handle',
  'web/src/components/form/address-fields.tsx': 'a form that has more fields than these',
  'web/src/components/form/register-fields.tsx': 'a form that has more fields than these',
  'web/src/entities/session/new-password-fields.tsx': 'a form that has more fields than these',
  'web/src/entities/company/known-company-link.tsx': 'a form that has more fields than this one',
};

/** Lines of code, comments left out, that say of a value what the compiler knows nothing of. */
const castsIn = (text: string): string[] =>
  text.split('\n').filter((line) => !/^\s*(?:\*|\/[/*])/.test(line) && /\bas unknown as\b/.test(line));

test('a cast over `unknown` is found in code, and not in prose', () => {
  expect(castsIn('const event = recorded as unknown as DomainEvent;')).toHaveLength(1);
  expect(
    castsIn('/** As unknown as one that never was. */\n * is as unknown as any\n// as unknown as'),
  ).toEqual([]);
});

test('only files listed with a reason cast over `unknown`', () => {
  expect(productFiles.length).toBeGreaterThan(500);
  const casting = productFiles.filter((path) => castsIn(readFileSync(`${root}/${path}`, 'utf8')).length > 0);
  expect(casting.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
});

test('the version of an event comes from the table of versions', () => {
  const written = /\bschemaVersion: \d/;
  expect('    schemaVersion: 1,').toMatch(written);
  const writing = productFiles.filter((path) => written.test(readFileSync(`${root}/${path}`, 'utf8')));
  expect(writing).toEqual([]);
});
