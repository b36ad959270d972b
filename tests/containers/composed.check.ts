import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { inspectAfterwards } from '../faults/inspect-afterwards.ts';
import { Api } from '../support/api.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
} from '../support/scenario.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { runOneProcess, SigningLoad, type LoadStage } from '../support/signing-load.ts';
import { Composed, SERVICES } from './composed.ts';
import { Engine } from './engine.ts';
import { buildImages } from './images.ts';

/** How long a service is away from the network: longer than it takes to notice. */
const PARTITION_MS = 3000;

const random = seededRandom(Number(process.env['LACRE_SEED'] ?? Date.now() % 1_000_000));

let engine: Engine | undefined;
let composed: Composed;
let stage: LoadStage;
let load: SigningLoad;

beforeAll(async () => {
  engine = await Engine.start();
  await buildImages(engine);
  composed = await Composed.start(engine);
}, 900_000);
afterAll(async () => {
  await engine?.stop();
  await composed?.dispose();
}, 120_000);

it('takes a document from a new account to sealed, downloaded and proven, through the proxy', async () => {
  const { origin } = composed;
  const account = await openAccount(origin, 'Escritório Andrade', (email) => composed.confirmationTo(email));
  const { proof } = await uploadProof(account.api, await samplePdf({ pages: 2 }), 'contrato.pdf');
  const people = [await addPerson(account.api, 'Ana Souza'), await addPerson(account.api, 'Rui Barbosa')];
  const { processId, documents } = await openProcess(
    account,
    [{ proof }],
    people.map((person) => ({ person, part: 'signer' })),
  );
  const signers: LoadStage['signers'] = await Promise.all(
    people.map(async (person) => ({
      person,
      api: await personSession(origin, processId, person, (email) => composed.codeTo(email)),
    })),
  );
  for (const { api } of signers) await signAll(api, processId);
  await processWhen(account.api, processId, ({ status }) => status === 'finished');
  const documentId = documents[0]?.documentId ?? '';
  const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
  const answer = await new Api(origin).upload(sealed, 'selado.pdf', 'validateDocument');
  expect(await answer.json()).toMatchObject({ verdict: 'genuine' });
  stage = { account, signers, proof };
});

it('opens nothing internal to the outside', async () => {
  for (const path of [
    '/metrics',
    '/readyz',
    '/livez',
    '/api-token',
    '/.well-known/api-token',
    '/.well-known/jwks.json',
  ]) {
    const reply = await fetch(`${composed.origin}${path}`);
    expect([path, await reply.text()]).toEqual([
      path,
      expect.not.stringMatching(/"ready"|"live"|lacre_http|"keys"/),
    ]);
    expect([path, (await fetch(`${composed.origin}${path}`, { method: 'POST' })).status]).toEqual([
      path,
      404,
    ]);
  }
  expect((await fetch(`${composed.origin}/api/authority/root.crl`)).headers.get('content-type')).toBe(
    'application/pkix-crl',
  );
  const page = await fetch(`${composed.origin}/login`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ]);
});

it(`goes on under load while everything fails (seed ${random.seed})`, async () => {
  load = new SigningLoad(stage, 2, () => random.next());
  const leader = await composed.natsLeader();
  await composed.kill(leader);
  load.acknowledged.push(await runOneProcess(stage, 'sealed'));
  await composed.revive(leader);

  for (const service of SERVICES) {
    await composed.disconnect(service);
    await sleep(PARTITION_MS);
    await composed.connect(service);
    await composed.untilHealthy(service);
  }

  await composed.kill('postgres');
  await composed.revive('postgres');
  for (const service of SERVICES) await composed.untilHealthy(service);
  // What was acknowledged before is not lost with the outage: the last test looks.
  load.acknowledged.push(await runOneProcess(stage, 'sealed'));
  expect(load.acknowledged.length).toBeGreaterThan(2);
}, 600_000);

it('is exchanged one container at a time under load, each of which ends cleanly', async () => {
  const ends: [string, number][] = [];
  for (const service of SERVICES) {
    ends.push([service, await composed.stopService(service)]);
    await composed.startService(service);
  }
  expect(ends).toEqual(SERVICES.map((service) => [service, 0]));
}, 600_000);

it('has lost and doubled nothing, and finds nothing wrong with itself', async () => {
  const acknowledged = await load.stop();
  expect(acknowledged.length).toBeGreaterThan(10);
  for (const { processId, ending } of acknowledged) {
    const wanted = ending === 'sealed' ? 'finished' : ending;
    await processWhen(
      stage.account.api,
      processId,
      ({ status }) => status === wanted,
      `${processId} to be ${wanted}`,
    );
  }
  expect(await composed.operate('fsck')).not.toBe('');
  for (const service of SERVICES) await composed.stopService(service);
  // The process of the journey is the one besides.
  await inspectAfterwards(composed.dataDir, acknowledged, composed.operatorVariables);
}, 600_000);
