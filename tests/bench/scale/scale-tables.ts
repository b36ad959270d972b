import { alignedTable } from '../../support/aligned-table.ts';
import type { Measured } from './measured.ts';
import {
  of,
  PEAK_RATE,
  PROCESSES,
  SUPPOSED,
  UNITS,
  WALLS_BY_RATE,
  WALLS_BY_SIZE,
  type Wall,
} from './walls.ts';

const rounded = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const WORDS = [
  ['billion', 1e9],
  ['million', 1e6],
] as const;
function number(value: number): string {
  const [word, size] = WORDS.find(([, each]) => value >= each) ?? ['', 1];
  return `${rounded.format(value / size)} ${word}`.trimEnd();
}

const SIZES = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
/** In powers of 1000. */
function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.floor(Math.log10(value) / 3);
  return `${number(value / 1000 ** power)} ${SIZES[power]}`;
}

const PERIODS = [
  ['years', 365 * 86_400],
  ['days', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;
function time(seconds: number): string {
  const [name, length] = PERIODS.find(([, each]) => seconds >= 2 * each) ?? ['s', 1];
  return `${number(seconds / length)} ${name}`;
}

const filesOf = (...figures: readonly Measured[]): string =>
  [...new Set(figures.map(({ file }) => `\`${file}\``))].join(', ');

const perSecond = (rate: number): string => `${number(rate)} a second`;
const coresAt = (rate: number): number => (rate * (of('productCpuMs') + of('databaseCpuMs'))) / 1000;

/** What each part costs for one process, and for all. */
function costs(): string {
  const { events, logBytes, logIndexBytes, files, fileBytes, sealMs, deliveries } = UNITS;
  return alignedTable([
    ['part', 'one process of one document', 'measured in', `${number(SUPPOSED.tenants)} × 1 M`],
    ['log, events', number(events.value), filesOf(events), number(PROCESSES * events.value)],
    ['log, rows', bytes(logBytes.value), filesOf(logBytes), bytes(PROCESSES * logBytes.value)],
    [
      'log, indexes',
      bytes(logIndexBytes.value),
      filesOf(logIndexBytes),
      bytes(PROCESSES * logIndexBytes.value),
    ],
    [
      'append',
      `${number(events.value)} events at ${perSecond(of('appendsPerSecond'))}`,
      filesOf(UNITS.appendsPerSecond),
      `${perSecond(PEAK_RATE * events.value)} at the peak`,
    ],
    [
      'projector’s fold',
      `${number(events.value)} events at ${perSecond(of('foldedInBatchesPerSecond'))}; at ${perSecond(of('foldedPerSecond'))} in memory`,
      filesOf(UNITS.foldedPerSecond),
      `${time((PROCESSES * events.value) / of('foldedInBatchesPerSecond'))} of rebuild in one fold`,
    ],
    [
      'read models',
      `${number(of('readRows'))} rows, ${bytes(of('readBytes'))}`,
      filesOf(UNITS.readRows),
      `${number(PROCESSES * of('readRows'))} rows, ${bytes(PROCESSES * of('readBytes'))}`,
    ],
    [
      'open work, queue, webhooks, keys, answers',
      bytes(of('otherBytes')),
      filesOf(UNITS.otherBytes),
      bytes(PROCESSES * of('otherBytes')),
    ],
    [
      'database in all',
      bytes(of('databaseBytes')),
      filesOf(logBytes),
      bytes(PROCESSES * of('databaseBytes')),
    ],
    [
      'credits of an account',
      `${number(of('creditEvents'))} events folded, from a snapshot; ${number(of('creditEventsWithout'))} without, at 150,000 processes`,
      filesOf(UNITS.creditEvents),
      'the same: flat',
    ],
    [
      'files',
      `${number(files.value)} files, ${bytes(fileBytes.value)}`,
      filesOf(files),
      `${number(PROCESSES * files.value)} files, ${bytes(PROCESSES * fileBytes.value)}`,
    ],
    [
      'signer',
      `${number(sealMs.value)} ms for the seal’s job`,
      filesOf(sealMs),
      `${number((PEAK_RATE * sealMs.value) / 1000)} signers busy at the peak`,
    ],
    [
      'processor, all services',
      `${number(of('productCpuMs'))} ms`,
      filesOf(UNITS.productCpuMs),
      `${number((PEAK_RATE * of('productCpuMs')) / 1000)} cores at the peak`,
    ],
    [
      'processor, database',
      `${number(of('databaseCpuMs'))} ms`,
      filesOf(UNITS.databaseCpuMs),
      `${number((PEAK_RATE * of('databaseCpuMs')) / 1000)} cores at the peak`,
    ],
    [
      'connections',
      `${SUPPOSED.connectionsOfASet} of each set of services`,
      '[database](operating/database.md#connections)',
      `${number(Math.ceil(coresAt(PEAK_RATE) / 2) * SUPPOSED.connectionsOfASet)} of sets on two cores`,
    ],
    [
      'backup, the first',
      `${number(of('backupMs'))} ms`,
      filesOf(UNITS.backupMs),
      time((PROCESSES * of('backupMs')) / 1000),
    ],
    [
      'fsck, whole',
      `${number(of('fsckMs'))} ms`,
      filesOf(UNITS.fsckMs),
      time((PROCESSES * of('fsckMs')) / 1000),
    ],
    [
      'fsck, after one that found it whole',
      `${number(of('fsckAgainMs'))} ms`,
      filesOf(UNITS.fsckAgainMs),
      time((PROCESSES * of('fsckAgainMs')) / 1000),
    ],
    [
      'webhooks',
      `${number(deliveries.value)} deliveries to each, at ${perSecond(of('deliveriesPerSecond'))}`,
      filesOf(deliveries),
      `${perSecond(PEAK_RATE * deliveries.value * SUPPOSED.webhooksOfATenant)} at the peak`,
    ],
  ]);
}

const walls = (all: readonly Wall[], wanted: number, unit: string): string =>
  alignedTable([
    ['part', 'wall of one', `at ${unit}`, 'of what is wanted', 'what takes it'],
    ...all.map(({ part, limit, at, takenBy }) => [
      part,
      limit,
      number(at),
      at >= wanted ? 'within' : `1/${rounded.format(wanted / at)}`,
      takenBy,
    ]),
  ]);

const SECTIONS = {
  costs,
  'walls by size': () => walls(WALLS_BY_SIZE, PROCESSES, 'processes'),
  'walls by rate': () => walls(WALLS_BY_RATE, PEAK_RATE, 'processes a second'),
} as const;

/** The page with its tables made anew; each stands between a comment that names it and one that ends it. */
export function withTables(page: string): string {
  let made = page;
  for (const [name, table] of Object.entries(SECTIONS)) {
    const [begin, end] = [`<!-- table: ${name} -->\n`, '<!-- end -->'];
    const from = made.indexOf(begin);
    const to = made.indexOf(end, from);
    if (from === -1 || to === -1) throw new Error(`the page has no place for the table "${name}"`);
    made = `${made.slice(0, from)}${begin}\n${table()}\n${made.slice(to)}`;
  }
  return made;
}
