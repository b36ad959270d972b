import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, beforeAll, expect, it } from 'vitest';

import { inspectAfterwards } from '../faults/inspect-afterwards.ts';
import { Api } from '../support/api.ts';
import { isLong, keepFigures, seedOfRun } from '../support/long-form.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  signAll,
  uploadProof,
} from '../support/scenario.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { runOneProcess, SigningLoad, type LoadStage } from '../support/signing-load.ts';
import { until } from '../support/until.ts';
import { Composed, SERVICES } from './composed.ts';
import { Engine } from './engine.ts';
import { buildFormerImage, buildImage, FORMER, LACRE } from './images.ts';

/** How long a service is away from the network: longer than it takes to notice. */
const PARTITION_MS = 3000;
/** How long S3 is: longer than a request is tried again. */
const S3_AWAY_MS = isLong ? 60_000 : 12_000;

/**
 * A request for a database that is gone: until the silence is noticed, and once more where it was in a line; the system
 * would give up after a quarter of an hour.
 */
const ANSWERS_WITHIN_MS = 90_000;

const random = seededRandom(seedOfRun());
/** The last test reads back everything that they had signed, twice. */
const WORKERS = isLong ? 2 : 1;
/** One service, another one in each run; the long form has all of them go. */
const chosen = Math.floor(random.next() * SERVICES.length);
const GOING = isLong ? SERVICES : SERVICES.slice(chosen, chosen + 1);
const beganAt = performance.now();

let composed: Composed;
let stage: LoadStage;
let load: SigningLoad;

beforeAll(async () => {
  const engine = await Engine.at(process.env['LACRE_ENGINE'] ?? '');
  await buildImage(engine);
  if (isLong) await buildFormerImage(engine);
  composed = await Composed.start(engine, isLong ? FORMER : LACRE);
}, 900_000);
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const name of [...SERVICES, 'postgres', 'standby', 's3'])
    console.error(`${name}:\n${await composed.logOf(name).catch(String)}`);
});

/** Work that an outage held back is tried again later and later. */
const CATCHES_UP_WITHIN_MS = 240_000;

const untilEnded = (processId: string, wanted = 'finished', { api } = stage.account) =>
  until(
    `${processId} to be ${wanted}`,
    async () => {
      const process = await api.call('getProcess', { params: { processId } });
      return process.status === wanted ? process : undefined;
    },
    CATCHES_UP_WITHIN_MS,
  );

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
    people.map(async (person) => {
      const session = await personSession(origin, processId, person, (email) => composed.codeTo(email));
      return { person, sessionFor: () => Promise.resolve(session) };
    }),
  );
  for (const { sessionFor } of signers) await signAll(await sessionFor(processId), processId);
  await untilEnded(processId, 'finished', account);
  const documentId = documents[0]?.documentId ?? '';
  const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
  const answer = await new Api(origin).upload(sealed, 'selado.pdf', 'validateDocument');
  expect(await answer.json()).toMatchObject({ verdict: 'genuine' });
  stage = { account, signers, document: { proof } };
  load = new SigningLoad(stage, WORKERS, () => random.next());
});

it('is healthy by the health check of the image, each of its containers', async () => {
  await expect
    .poll(() => Promise.all(SERVICES.map((service) => composed.healthOf(service))), { timeout: 60_000 })
    .toEqual(SERVICES.map(() => 'healthy'));
});

it('has its sources stripped of their types, which its processes load without the compiler', async () => {
  const program = `
    await import('/app/packages/stripped-sources/src/hook.mjs');
    await import('/app/services/signer/src/index.ts');
    console.log(process.moduleLoadList.some((name) => name.includes('amaro')));
  `;
  expect((await composed.printedIn('signer-1', program)).trim()).toBe('false');
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

it(`is upgraded one container at a time under load (seed ${random.seed}): ${GOING.join(', ')}`, async () => {
  const ends: [string, number][] = [];
  for (const service of GOING) ends.push([service, await composed.upgradeService(service, LACRE)]);
  expect(ends).toEqual(GOING.map((service) => [service, 0]));
}, 600_000);

it('keeps working when the leader of the queue dies and each of these services is cut off', async () => {
  const leader = await composed.natsLeader();
  await composed.kill(leader);
  load.acknowledged.push(await runOneProcess(stage, 'sealed'));
  await composed.revive(leader);
  for (const service of GOING) {
    await composed.disconnect(service);
    await sleep(PARTITION_MS);
    await composed.connect(service);
    await composed.untilReady(service);
  }
  expect(await composed.natsLeader()).toMatch(/^nats-[123]$/);
}, 600_000);

it('takes signatures while S3 is away, and seals once it is back', async () => {
  await composed.kill('s3');
  const awayAt = performance.now();
  const pdf = await samplePdf({ pages: 1 });
  const refusal = await stage.account.api.upload(pdf, 'contrato.pdf');
  expect([refusal.status, await refusal.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
  ]);
  const signed = await runOneProcess(stage, 'sealed');
  await sleep(Math.max(0, S3_AWAY_MS - (performance.now() - awayAt)));
  const { status } = await stage.account.api.call('getProcess', {
    params: { processId: signed.processId },
  });
  expect(status).toBe('waiting');
  await composed.revive('s3');
  load.acknowledged.push(signed);
  await untilEnded(signed.processId);
}, 600_000);

it('answers 503 once the database is gone without closing its connections', async () => {
  await composed.cutOffDatabase();
  const { api } = stage.account;
  const cutAt = performance.now();
  const answers = await Promise.all([
    api.send('listProcesses', { timeoutMs: ANSWERS_WITHIN_MS }),
    api.send('createTag', { body: { name: 'Sem banco' }, timeoutMs: ANSWERS_WITHIN_MS }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(performance.now() - cutAt).toBeLessThan(ANSWERS_WITHIN_MS);
}, 180_000);

it('fails over to the standby when the database is lost', async () => {
  await composed.failOver();
  await Promise.all(SERVICES.map((service) => composed.untilReady(service)));
  const last = await runOneProcess(stage, 'sealed');
  load.acknowledged.push(last);
  expect(await untilEnded(last.processId)).toMatchObject({ documents: [{ status: 'sealed' }] });
}, 600_000);

it('has lost and doubled nothing, and finds nothing wrong with itself', async () => {
  const acknowledged = await load.stop();
  expect(acknowledged.length).toBeGreaterThan(10);
  for (const { processId, ending } of acknowledged)
    await untilEnded(processId, ending === 'sealed' ? 'finished' : ending);
  const ends = await Promise.all(SERVICES.map((service) => composed.stopService(service)));
  expect(ends).toEqual(SERVICES.map(() => 0));
  // The process of the journey is the one besides.
  const [told] = await Promise.all([
    composed.operate('fsck'),
    inspectAfterwards(composed.dataDir, acknowledged, { variables: composed.operatorVariables }),
  ]);
  expect(told).not.toBe('');
  keepFigures('containers', {
    seed: random.seed,
    acknowledged: acknowledged.length,
    seconds: Math.round((performance.now() - beganAt) / 1000),
  });
}, 600_000);
