import { ERASED, schemaVersionOf, type AnswerOf, type EventType } from '@lacre/contracts';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { Client } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { operate } from '../support/operator-command.ts';
import { personSession, processWhen, signAll } from '../support/scenario.ts';
import { until } from '../support/until.ts';
import { putBack, recordedRelease, type RecordedRelease } from './recorded-release.ts';

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let lacre: Lacre;

afterEach(async () => {
  vi.unstubAllEnvs();
  await lacre.dispose();
  await database.drop();
});

async function installationOf(recorded: RecordedRelease): Promise<void> {
  database = await createTestDatabase();
  lacre = await Lacre.create({ DATABASE_URL: database.connectionString });
  await putBack(recorded, { dataDir: lacre.dataDir, databaseUrl: database.connectionString });
}

async function migrationsNow(): Promise<number> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string }>(
      `select table_schema as schema from information_schema.tables where table_name = 'migrations'`,
    );
    let count = 0;
    for (const { schema } of rows)
      count += (await client.query(`select from "${schema}".migrations`)).rowCount ?? 0;
    return count;
  } finally {
    await client.end();
  }
}

async function fsck(): Promise<string> {
  vi.stubEnv('DATABASE_URL', database.connectionString);
  return (await operate(lacre.dataDir, 'fsck')).said;
}

/** Events that are of a version before today's. */
const formerIn = ({ events }: RecordedRelease): string[] =>
  events
    .map((row) => JSON.parse(row) as { type: EventType; metadata: { schemaVersion: number } })
    .filter(({ type, metadata }) => metadata.schemaVersion < schemaVersionOf(type))
    .map(({ type }) => type);

describe.each([
  { name: '2026-11-24', former: ['SignatureSigned', 'SealRendered', 'SealProduced'] },
  { name: '2026-11-27', former: ['SealRendered', 'SealProduced'] },
])('an installation of the release of $name', ({ name, former }) => {
  it('is taken over as it is: accounts, processes, seals, erasures, and open work', async () => {
    const recorded = await recordedRelease(name);
    const { account, sealed, open, ana, gone } = recorded;
    expect(formerIn(recorded)).toEqual(former);
    await installationOf(recorded);
    const before = await migrationsNow();
    expect(before).toBe(recorded.migrations.length);
    await lacre.start();
    // Or nothing was brought up to date here.
    expect(await migrationsNow()).toBeGreaterThan(before);

    const visitor = new Api(lacre.origin);
    const { email, password } = account;
    const api = visitor.as((await visitor.call('signIn', { body: { email, password } })).token);
    const shown = await until('the sealed process', () =>
      api.call('getProcess', { params: { processId: sealed.processId } }),
    );
    expect(shown).toMatchObject({ status: 'finished', summary: 'Contrato selado' });
    const bytes = await api.bytes('downloadSealed', sealed);
    const answer = await visitor.upload(bytes, 'contrato.pdf', 'validateDocument');
    expect((await answer.json()) as AnswerOf<'validateDocument'>).toMatchObject({ verdict: 'genuine' });
    const { items } = await api.call('listPersons');
    expect(items.map(({ personId }) => personId)).toEqual([ana.personId]);
    expect(JSON.stringify(items)).not.toContain(gone.name);
    expect(JSON.stringify(shown)).not.toContain(ERASED);

    const session = await personSession(lacre.origin, open.processId, ana);
    await signAll(session, open.processId);
    await processWhen(api, open.processId, ({ status }) => status === 'finished');
    await lacre.stop();
    expect(await fsck()).toContain('Tudo confere');
  });
});
