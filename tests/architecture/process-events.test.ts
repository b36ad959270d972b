import { afterEach, beforeEach, expect, test } from 'vitest';

import { ChangedCopy } from './changed-copy.ts';

const contracts = 'packages/contracts/src';

/** A new event of processes, as it is written down in each file of the contracts. */
const written = {
  schema: {
    file: 'events/process.ts',
    before: '  ProcessFinished: z.strictObject(reference),',
    line: "  ProcessRenamed: z.strictObject({ ...reference, summary: line('o resumo', MAX_SUMMARY_LENGTH) }),",
  },
  fold: {
    file: 'process/evolve-process.ts',
    before: "    case 'ProcessFinished':",
    line: "    case 'ProcessRenamed':\n      return { summary: event.data.summary };",
  },
  description: {
    file: 'descriptions/process-descriptions.ts',
    before: '  ProcessFinished: {',
    line: `  ProcessRenamed: {
    title: 'Resumo alterado',
    history: ['process', 'Mudou o resumo de um processo'],
    feed: { type: 'process.renamed.v1', reach: 'company', summary: 'O resumo de um processo mudou' },
    timeline: { action: 'renamed', icon: 'pen-line', tone: 'info', public: true },
  },`,
  },
  fact: {
    file: 'feed/public-events.ts',
    before: '  ProcessFinished: bare(),',
    line: '  ProcessRenamed: fact(z.object({ summary: z.string() }), ({ summary }) => ({ summary })),',
  },
} as const;
type Part = keyof typeof written;

/** What stands outside of the contracts and has something to say of each event. */
const READERS = [
  'services/projector/src/projections/process.ts',
  'services/query/src/history/timeline.ts',
  'services/signer/src/evidence/moment-detail.ts',
];

let copy: ChangedCopy;
beforeEach(() => {
  copy = new ChangedCopy('contracts', ['services/*/src/**/*.ts', 'infra/*/src/**/*.ts']);
});
afterEach(() => copy.remove());

/** Writes the event down in these places alone. @returns the files that do not compile then */
function without(...left: readonly Part[]): string[] {
  for (const [part, { file, before, line }] of Object.entries(written))
    if (!left.includes(part as Part)) copy.replace(file, before, `${line}\n${before}`);
  return [...new Set(copy.compile().map(({ file }) => file))].toSorted();
}
const of = (part: Part) => `${contracts}/${written[part].file}`;

test('a new event of processes is asked for in eight files at most', () => {
  const asking = without('fold', 'fact');
  expect(asking).toEqual([of('fact'), of('fold'), ...READERS]);
  expect(new Set([of('schema'), of('description'), ...asking]).size).toBeLessThanOrEqual(8);
}, 300_000);

test('a new event of processes does not compile without its description', () => {
  expect(without('description')).toContain(of('description'));
}, 300_000);
