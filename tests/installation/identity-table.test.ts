import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { InstallationRefused } from '@lacre/adapters';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { adopted, Installations, opened, recordPerson, type Opened, type Places } from './installations.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
const TABLE = fileURLToPath(new URL('../../docs/identity-table.md', import.meta.url));

/** Of the installation that is looked at; of one that holds nothing; of a backup of it; of another installation. */
const STATES = ['certo', 'vazio', 'mais antigo', 'de outra'] as const;
type State = (typeof STATES)[number];

let installations: Installations;
let places: Record<State, Places>;
/** What a line of words says of this run alone, and what stands for it in the table. */
const aliases: [string, string][] = [];

/** One that has lived: people, files, an authority. */
async function lived(name: string): Promise<Places> {
  const own = await installations.empty();
  await opened(own, 'serve', async (log) => {
    if (log.verdict.kind === 'ours') aliases.push([log.verdict.installationId, name]);
    await recordPerson(log);
  });
  await mkdir(join(own.folder, 'blobs', 'blobs', 'ab'), { recursive: true });
  await mkdir(join(own.folder, 'seal-keys', 'authority'), { recursive: true });
  await writeFile(join(own.folder, 'seal-keys', 'authority', 'root.pem'), 'PEM');
  return own;
}

beforeAll(async () => {
  installations = await Installations.create();
  const right = await lived('A');
  const older = await installations.copyOf(right);
  await opened(right, 'serve', async (log) => void (await recordPerson(log)));
  places = {
    certo: right,
    vazio: await installations.empty(),
    'mais antigo': older,
    'de outra': await lived('B'),
  };
  for (const { folder } of Object.values(places)) aliases.push([folder, 'PASTA']);
});
afterAll(() => installations.dispose());

const combinations = STATES.flatMap((log) =>
  STATES.flatMap((database) => STATES.map((folder) => ({ log, database, folder }))),
);
type Combination = (typeof combinations)[number];

const placesOf = ({ log, database, folder }: Combination): Places => ({
  log: places[log].log,
  databaseUrl: places[database].databaseUrl,
  folder: places[folder].folder,
});

/** What the start says, line by line; and how many events the log gained where it was refused. */
async function wordsFor(combination: Combination): Promise<{ words: string; gained: number }> {
  const at = placesOf(combination);
  const looked = await tried(at, 'look', ({ verdict, server }) => {
    aliases.push([server.connectionString.replace(/^.*\/\/|\?.*$/g, ''), 'SERVIDOR']);
    return verdict.kind === 'ours' ? 'Inicia.' : 'Inicia: uma instalação nova.';
  });
  if (!looked.refused) return { words: looked.words, gained: 0 };
  const before = await eventsIn(at);
  const { words } = await tried(at, 'serve', () => 'Inicia.');
  return { words, gained: (await eventsIn(at)) - before };
}

async function tried(at: Places, access: 'look' | 'serve', told: (log: Opened) => string) {
  try {
    return { refused: false, words: await opened(at, access, (log) => Promise.resolve(told(log))) };
  } catch (error) {
    if (!(error instanceof InstallationRefused)) throw error;
    return { refused: true, words: plain(error.message) };
  }
}

const eventsIn = (at: Places): Promise<number> =>
  opened(at, 'examine', ({ server }) => Promise.resolve(server.eventCount));

const plain = (words: string): string =>
  aliases
    .reduce((text, [own, alias]) => text.replaceAll(own, alias), words)
    .replace(/127\.0\.0\.1:\d+/g, 'SERVIDOR');

it('names the mismatch of every combination of log, database and data folder', async () => {
  const rows = new Map<string, Combination[]>();
  for (const combination of combinations) {
    const { words, gained } = await wordsFor(combination);
    expect(gained, 'nothing is written where the start is refused').toBe(0);
    rows.set(words, [...(rows.get(words) ?? []), combination]);
  }
  const starts = [...rows].filter(([words]) => words.startsWith('Inicia')).flatMap(([, all]) => all);
  expect(starts).toEqual([
    { log: 'certo', database: 'certo', folder: 'certo' },
    // All of one backup; files that came after it do no harm.
    { log: 'mais antigo', database: 'mais antigo', folder: 'certo' },
    { log: 'mais antigo', database: 'mais antigo', folder: 'mais antigo' },
    { log: 'de outra', database: 'de outra', folder: 'de outra' },
    { log: 'vazio', database: 'vazio', folder: 'vazio' },
  ]);
  await expect(rendered(rows)).toMatchFileSnapshot(TABLE);
});

/** Events without a subject, for which no key is made. */
async function ofNobody({ eventStore }: Opened, count: number): Promise<void> {
  const tenantId = randomUUID();
  const metadata = {
    occurredAt: new Date().toISOString(),
    correlationId: tenantId,
    schemaVersion: 1,
    tenantId,
    actor: { kind: 'system', name: 'test' },
  };
  const events = Array.from({ length: count }, () => ({
    id: randomUUID(),
    type: 'TenantDeactivated',
    data: { tenantId, reason: 'x' },
    metadata,
  }));
  await eventStore.append(`tenant-${tenantId}`, events, { expected: 'noStream' });
}

describe('an earlier copy restored beside newer stores', () => {
  let own: Places;
  let copy: Places;
  const start = async (at: Places) => (await tried(at, 'serve', () => 'Inicia.')).words;
  beforeEach(async () => {
    own = await lived('C');
    copy = await installations.copyOf(own);
  });

  it('is noticed: the database, before events without a subject', async () => {
    await opened(own, 'serve', (log) => ofNobody(log, 5));
    expect(await start({ ...own, databaseUrl: copy.databaseUrl })).toMatch(
      /^O banco de dados .* é mais antigo que o registro e que a pasta de arquivos/,
    );
    expect(await start(own)).toBe('Inicia.');
  });

  it('is noticed: the database, before any number of events without a subject and then two people', async () => {
    await opened(own, 'serve', async (log) => {
      await ofNobody(log, 1500);
      await recordPerson(log);
      await recordPerson(log);
    });
    expect(await start({ ...own, databaseUrl: copy.databaseUrl })).toContain(
      'faltam as chaves dos dados pessoais de 2 pessoas',
    );
  });

  it('is noticed: database and folder, before events without a subject over more than a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    try {
      await opened(own, 'serve', async (log) => {
        await ofNobody(log, 1);
        vi.setSystemTime(Date.now() + 61_000);
        await ofNobody(log, 1);
      });
    } finally {
      vi.useRealTimers();
    }
    expect(await start({ ...copy, log: own.log })).toMatch(
      /^O banco de dados .* é mais antigo que o registro: /,
    );
    expect(await start(own)).toBe('Inicia.');
  });

  it('is noticed: the folder, taken and put back without a start in between', async () => {
    const folder = `${own.folder}-older`;
    await opened(own, 'serve', async (log) => {
      await cp(own.folder, folder, { recursive: true });
      await ofNobody(log, 1);
    });
    expect(await start({ ...own, folder })).toMatch(
      /A pasta de arquivos .* é uma cópia mais antiga que o banco/,
    );
    expect(await start(own)).toBe('Inicia.');
  });

  it('is noticed: a folder from before the log was adopted, though it was marked more often than the one beside it', async () => {
    for (let started = 0; started < 3; started += 1) await opened(own, 'serve', (log) => ofNobody(log, 1));
    const restored = { ...copy, databaseUrl: own.databaseUrl };
    expect(await start(restored)).toMatch(/^O registro .* (?:foi cortado|é mais antigo)/);
    await adopted(restored);
    const refused =
      /^A pasta de arquivos .* é uma cópia mais antiga que o banco.*\nA pasta de chaves do selo/;
    expect(await start({ ...restored, folder: own.folder }), 'before the next start').toMatch(refused);
    expect(await start(restored)).toBe('Inicia.');
    expect(await start({ ...restored, folder: own.folder }), 'after it').toMatch(refused);
    expect(await start(restored)).toBe('Inicia.');
  });

  it('does no harm: all of it from before an adoption, and a folder from after it', async () => {
    await opened(own, 'serve', (log) => ofNobody(log, 1));
    const before = await installations.copyOf(copy);
    const restored = { ...own, log: copy.log };
    await adopted(restored);
    expect(await start(restored)).toBe('Inicia.');
    expect(await start({ ...before, folder: own.folder })).toBe('Inicia.');
  });

  it('is marked again in use, so that a process that is killed leaves no more than seconds unnoticed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    await opened(own, 'serve', async (log) => {
      await ofNobody(log, 1);
      const mark = () => readFile(join(own.folder, 'blobs', 'installation'), 'utf8');
      const before = await mark();
      await vi.advanceTimersByTimeAsync(10_000);
      vi.useRealTimers();
      await expect.poll(mark).not.toBe(before);
    });
  });

  it('does no harm: log and database of one moment, and a folder from after it', async () => {
    await opened(own, 'serve', (log) => ofNobody(log, 5));
    expect(await start({ ...copy, folder: own.folder })).toBe('Inicia.');
  });
});

function rendered(rows: ReadonlyMap<string, readonly Combination[]>): string {
  const all = [...rows].flatMap(([words, told]) =>
    told.map((combination) => ({ ...combination, words: words.replaceAll('\n', '<br>') })),
  );
  const order = (row: Combination) => combinations.findIndex((one) => keyOf(one) === keyOf(row));
  const cells = all
    .toSorted((a, b) => order(a) - order(b))
    .map(({ log, database, folder, words }) => [log, database, folder, words]);
  const titles = ['registro', 'banco', 'pasta', 'o início diz'];
  const widths = titles.map((title, column) =>
    Math.max(...[title, ...cells.map((row) => row[column] ?? '')].map(({ length }) => length)),
  );
  const line = (row: readonly string[], filler = ' ') =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0, filler)).join(' | ')} |`;
  const rule = line(['', '', '', ''], '-');
  return `${[HEAD, line(titles), rule, ...cells.map((row) => line(row))].join('\n')}\n`;
}
const keyOf = ({ log, database, folder }: Combination) => JSON.stringify({ log, database, folder });

const HEAD = `# O que o início diz quando registro, banco e pasta não são da mesma instalação

Registro (KurrentDB), banco de dados e pasta de dados: cada um o certo, um vazio, uma cópia mais antiga, ou o de outra
instalação (B). Esta tabela é o resultado de \`tests/installation/identity-table.test.ts\`, que tenta cada combinação;
onde o início é recusado, nada foi escrito no registro.
`;
