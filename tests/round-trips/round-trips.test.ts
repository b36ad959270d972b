import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { cpfOf } from '@lacre/contracts/testing';
import { createTestDatabase, type TestDatabase } from '@lacre/postgres/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  fresh,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  requestOf,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';
import { StatementCounter, type Asked } from '../support/statement-counter.ts';

/** How often an operation is tried: background work may fall into some of its times, and the least is its own. */
const TRIES = 5;
/** Time for what follows an operation to be done, milliseconds. */
const SETTLED_MS = 700;

let database: TestDatabase;
let counter: StatementCounter;
let lacre: Lacre;
let account: Account;
let person: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  const counted = await StatementCounter.before(database.connectionString);
  ({ counter } = counted);
  lacre = await Lacre.create({ DATABASE_URL: counted.url });
  await lacre.start();
  account = await openAccount(lacre.origin);
  person = await addPerson(account.api, 'Ana Beatriz Souza Lima');
}, 120_000);

afterAll(async () => {
  await lacre.dispose();
  await counter.stop();
  await database.drop();
});

const told = ({ statements, texts }: Asked): string =>
  [
    `${statements} statements:`,
    ...texts.map(([text, times]) => `${times} × ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}`),
  ].join('\n');

/** What a request itself asks: of the log's connections the others follow it. */
const isOfRequests = (application: string, text: string): boolean =>
  application === 'lacre-query' ||
  (application === 'lacre-command' && !/^(?:begin|commit)|_checkpoint/.test(text)) ||
  (application === 'lacre-log' && /where stream = |event_store\.append\(|^select exists/.test(text));

/** What the product asks of its database between a request and its answer, at the least. */
async function leastAskedBy(request: () => Promise<unknown>): Promise<Asked> {
  let least: Asked | undefined;
  for (let tried = 0; tried < TRIES; tried++) {
    await sleep(SETTLED_MS);
    counter.take();
    await request();
    const asked = counter.take(isOfRequests);
    if (least === undefined || asked.statements < least.statements) least = asked;
  }
  if (least === undefined) throw new Error('nothing was tried');
  return least;
}

async function expectAtMost(limit: number, request: () => Promise<unknown>): Promise<void> {
  await request();
  const asked = await leastAskedBy(request);
  expect(asked.statements, told(asked)).toBeLessThanOrEqual(limit);
}

it('asks its database at most once a second when nothing happens', { timeout: 120_000 }, async () => {
  const windowSeconds = 10;
  let least: Asked | undefined;
  // What the start left to do may still go on in the first.
  for (let window = 0; window < 4 && (least === undefined || least.statements > windowSeconds); window++) {
    counter.take();
    await sleep(windowSeconds * 1000);
    least = counter.take();
  }
  expect(least?.statements, least && told(least)).toBeLessThanOrEqual(windowSeconds);
});

describe('asks its database little before it answers', { timeout: 60_000 }, () => {
  it('editCompany', async () => {
    const edited = () => ({ companyName: 'Comércio de Tecidos São João Ltda', tradingName: randomUUID() });
    await expectAtMost(4, () =>
      account.api.call('editCompany', { params: { companyId: account.companyId }, body: edited() }),
    );
  });

  it('createPerson', async () => {
    await expectAtMost(9, () => {
      const number = fresh();
      const body = { name: 'Rui Barbosa', cpf: cpfOf(number), email: `rui${number}@exemplo.com.br` };
      return account.api.call('createPerson', { body });
    });
  });

  it('createProcess', async () => {
    const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
    await expectAtMost(10, () => openProcess(account, [upload], [{ person, part: 'signer' }]));
  });

  it('sign', async () => {
    const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
    const ready: (() => Promise<unknown>)[] = [];
    for (let made = 0; made <= TRIES; made++) {
      const signer = await addPerson(account.api, 'Rui Barbosa de Oliveira');
      const { processId } = await openProcess(account, [upload], [{ person: signer, part: 'signer' }]);
      const session = await personSession(lacre.origin, processId, signer);
      const { documents } = await requestOf(session, processId);
      const signatures = documents.map(({ signatureId, documentId, sha256 }) => ({
        signatureId,
        documentId,
        documentSha256: sha256,
      }));
      const body = { signatures, consent: { accepted: true, termsVersion: '2026-11' } };
      ready.push(() => session.call('sign', { idempotencyKey: randomUUID(), body }));
    }
    await expectAtMost(3, () => ready.pop()!());
  });

  it('getCompany, getProcess and listProcesses', async () => {
    const upload = await uploadProof(account.api, await samplePdf(), 'contrato.pdf');
    const { processId } = await openProcess(account, [upload], [{ person, part: 'signer' }]);
    await processWhen(account.api, processId, () => true);
    await expectAtMost(4, () => account.api.call('getCompany', { params: { companyId: account.companyId } }));
    await expectAtMost(4, () => account.api.call('getProcess', { params: { processId } }));
    await expectAtMost(5, () => account.api.call('listProcesses'));
  });
});
