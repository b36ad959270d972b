import { askEngines } from '@lacre/adapters';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { leaveOut } from '@lacre/work-queue/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { sealedByOnePerson } from '../support/main-steps.ts';
import { PgBouncer, pgbouncerPath } from '../support/pgbouncer.ts';
import { ServicesApart } from '../support/services-apart.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const binary = pgbouncerPath();
if (binary === undefined) leaveOut('the services behind PgBouncer', 'pgbouncer: apt-get install pgbouncer');

describe.skipIf(binary === undefined)('behind PgBouncer, which pools transactions', () => {
  let database: TestDatabase;
  let bouncer: PgBouncer;
  let services: ServicesApart;

  beforeAll(async () => {
    database = await createTestDatabase();
    bouncer = await PgBouncer.start(binary ?? '', database.connectionString);
    services = await ServicesApart.create(() => ({
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: database.connectionString,
    }));
    await services.start();
  });
  afterAll(async () => {
    await services.dispose();
    await bouncer.stop();
    await database.drop();
  });

  it('the services take new accounts to sealed files, several at once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => sealedByOnePerson(services)));
    for (const { account, processId } of all) {
      const { items } = await account.api.call('listProcesses');
      expect(items.map((item) => item.processId)).toEqual([processId]);
    }
    for (const service of ['command', 'query', 'projector', 'signer'] as const)
      expect(services.said(service)).not.toMatch(/prepared statement|no lock|"level":(?:50|60)/);
  });

  it('an address of it alone is refused with a message', async () => {
    const refused =
      'é o endereço de um intermediário de conexões (PgBouncer): DATABASE_DIRECT_URL tem de ser o do próprio servidor';
    const [alone] = await askEngines({ DATABASE_URL: bouncer.url });
    expect(alone?.line).toBe(`DATABASE_URL: ${refused}.`);
    const both = { DATABASE_URL: bouncer.url, DATABASE_DIRECT_URL: bouncer.url };
    expect((await askEngines(both, { beside: both })).map(({ line }) => line)).toEqual([
      `DATABASE_DIRECT_URL: ${refused}.`,
    ]);
  });
});
