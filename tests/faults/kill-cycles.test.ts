import { afterAll, beforeAll, expect, it } from 'vitest';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  uploadProof,
  type Account,
} from '../support/scenario.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { SigningLoad, type LoadStage } from '../support/signing-load.ts';
import { until } from '../support/until.ts';
import { inspectAfterwards } from './inspect-afterwards.ts';

/** 50 in the full form (`npm run test:long`); the short form goes through the same motions. */
const CYCLES = process.env['LACRE_LONG'] === '1' ? 50 : 6;
const WORKERS = 3;

const random = seededRandom(Number(process.env['LACRE_SEED'] ?? Date.now() % 1_000_000));

let lacre: Lacre;
let account: Account;
let signers: LoadStage['signers'];
let proof: string;

beforeAll(async () => {
  // Every process takes a credit, and this test makes many.
  lacre = await Lacre.create({ CREDITS_GRANT: '100000' });
  await lacre.start();
  account = await openAccount(lacre.origin);
  ({ proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf'));
  const people = [await addPerson(account.api, 'Ana Souza'), await addPerson(account.api, 'Rui Barbosa')];
  const { processId } = await openProcess(
    account,
    [{ proof }],
    people.map((person) => ({ person, part: 'signer' })),
  );
  signers = await Promise.all(
    people.map(async (person) => {
      const session = await personSession(lacre.origin, processId, person);
      return { person, sessionFor: () => Promise.resolve(session) };
    }),
  );
}, 120_000);
afterAll(() => lacre.dispose());

it(`loses and doubles nothing through ${CYCLES} kills (seed ${random.seed})`, async () => {
  const load = new SigningLoad({ account, signers, document: { proof } }, WORKERS, () => random.next());
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100 + random.next() * 1400));
    await lacre.kill();
    await lacre.start();
  }
  const acknowledged = await load.stop();
  expect(acknowledged.length).toBeGreaterThan(CYCLES / 2);

  for (const { processId, ending } of acknowledged) {
    const status = ending === 'sealed' ? 'finished' : ending;
    await processWhen(
      account.api,
      processId,
      (process) => process.status === status,
      `${processId} to be ${status}`,
    );
  }
  const expectedConsumption = acknowledged.filter(({ ending }) => ending === 'sealed').length;
  const credits = await until(
    'credits to settle',
    async () => {
      const now = await account.api.call('tenantCredits');
      // One document is reserved by the process that the sign-in was for.
      return now.reserved === 1 ? now : undefined;
    },
    120_000,
  );
  expect(credits).toEqual({
    balance: 100_000 - 1 - expectedConsumption,
    reserved: 1,
    consumed: expectedConsumption,
  });
  for (const { processId, documentId } of acknowledged.filter(({ ending }) => ending === 'sealed')) {
    const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
    const verdict = await new Api(lacre.origin).upload(sealed, 'selado.pdf', 'validateDocument');
    if (verdict.status === 429) break;
    expect(((await verdict.json()) as { verdict: string }).verdict).toBe('genuine');
  }
  await lacre.stop();
  await inspectAfterwards(lacre.dataDir, acknowledged);
}, 900_000);
