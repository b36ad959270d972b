import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { openAccount, type Account } from '../support/scenario.ts';
import { StatementCounter } from '../support/statement-counter.ts';

let database: TestDatabase;
let counter: StatementCounter;
let lacre: Lacre;
let account: Account;

beforeAll(async () => {
  database = await createTestDatabase();
  const counted = await StatementCounter.before(database.connectionString);
  counter = counted.counter;
  lacre = await Lacre.create({ DATABASE_URL: counted.url });
  await lacre.start();
  account = await openAccount(lacre.origin);
});
afterAll(async () => {
  await lacre.dispose();
  await counter.stop();
  await database.drop();
});

it('is silent when idle', async () => {
  await sleep(8000);
  counter.take();
  await sleep(10_000);
  const asked = counter.take();
  console.log(asked.statements / 10, asked.roundTrips / 10, asked.texts.slice(0, 30).map(([t, n]) => n + ' ' + t.replace(/\s+/g, ' ').slice(0, 140)).join('\n'));
  for (const [name, run] of [
    ['editCompany', () => account.api.call('editCompany', { params: { companyId: account.companyId }, body: { companyName: 'Comércio de Tecidos São João Ltda', tradingName: 'Outro ' + Math.random() } })],
    ['getCompany', () => account.api.call('getCompany', { params: { companyId: account.companyId } })],
  ] as const) {
    for (let n = 0; n < 3; n++) { await run(); await sleep(1000); }
    counter.take();
    await run();
    const now = counter.take();
    await sleep(500);
    const after = counter.take();
    console.log(name, now.statements, now.roundTrips, 'after', after.statements, now.texts.map(([t, n]) => n + ' ' + t.replace(/\s+/g, ' ').slice(0, 140)).join('\n'));
    console.log('AFTER', after.texts.map(([t, n]) => n + ' ' + t.replace(/\s+/g, ' ').slice(0, 140)).join('\n'));
  }
}, 60_000);
