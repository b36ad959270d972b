import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { schemaVersionOf, streams, type DataOf } from '@lacre/contracts';
import { migrate } from '@lacre/postgres';
import type { Job, WorkQueue } from '@lacre/work-queue';
import { openPostgresWorkQueue, workQueueSchema } from '@lacre/work-queue/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { credits } from '../credits/decide-credits.ts';
import { Harness, sha256Of } from '../testing/harness.ts';
import { grantMonthlyCreditsJob } from './grant-monthly-credits.ts';
import { tidy } from './tidy.ts';
import { startCommandWorkers } from './workers.ts';

let harness: Harness;
let queue: WorkQueue;
let workers: Awaited<ReturnType<typeof startCommandWorkers>>;
let tenant: Awaited<ReturnType<Harness['tenant']>>;
let clock: Date | undefined;
beforeAll(async () => {
  harness = await Harness.start({ now: () => clock ?? new Date() });
  await migrate(harness.pool, workQueueSchema);
  tenant = await harness.tenant();
});
beforeEach(async () => {
  queue = openPostgresWorkQueue({ pool: harness.pool });
  workers = await startCommandWorkers(harness.service, queue);
});
afterEach(async () => {
  await workers.stop();
  await queue.close();
});
afterAll(() => harness.stop());

interface Work {
  processId: string;
  documentId?: string;
}
const publish = (kind: string, { processId, documentId }: Work, times = 1) =>
  Promise.all(
    Array.from({ length: times }, (_, index) =>
      queue.publish(
        kind,
        {
          key: documentId ?? processId,
          tenantId: tenant.tenantId,
          processId,
          ...(documentId ? { documentId } : {}),
        },
        { dedupeKey: `${kind}:${documentId ?? processId}:${index}` },
      ),
    ),
  );

/** Waits for what the queue will do. */
async function until(probe: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await sleep(10);
  }
}
const typesBecome = (stream: string, expected: readonly string[]) =>
  until(async () => JSON.stringify(await harness.types(stream)) === JSON.stringify(expected));
const problems = async () =>
  (
    await harness.pool.query<{ kind: string; key: string; attempts: number; problem: string }>(
      'select kind, key, attempts, problem from command.job_problem order by key',
    )
  ).rows;
const balance = async () => {
  const state = await harness.service.handler.load(credits, tenant.tenantId);
  return state.status === 'open' ? [state.balance, state.reserved] : [0, 0];
};

async function completedProcess() {
  const process = await harness.process(tenant);
  const { processId, documentId } = process;
  for (const [index, who] of [process.ana, process.rui].entries()) {
    const token = await harness.signingToken(processId, who);
    const signatureId = `${processId}:${index + 1}`;
    const signatures = [{ signatureId, documentId, documentSha256: sha256Of('a.pdf') }];
    await harness.send(
      'POST',
      '/signature/sign',
      { signatures, consent: { accepted: true, termsVersion: '2026-11' } },
      { token },
    );
  }
  return process;
}

/** What the signer service appends. */
async function seal({ processId, documentId }: Required<Work>) {
  const data: DataOf<'SealProduced'> = {
    documentId,
    processId,
    tenantId: tenant.tenantId,
    sourceSha256: sha256Of('a.pdf'),
    sha256: sha256Of(`sealed ${documentId}`),
    sizeBytes: 99,
    level: 'B-B',
    certificateSha256: sha256Of('certificate'),
    validationCode: 'ABCD-EFGH',
    sealedAt: '2026-03-02T12:00:00.000Z',
    pack: null,
  };
  const metadata = {
    occurredAt: data.sealedAt,
    correlationId: 'x',
    schemaVersion: schemaVersionOf('SealProduced'),
    tenantId: data.tenantId,
    actor: { kind: 'system', name: 'Selo da plataforma' },
  };
  const event = { id: randomUUID(), type: 'SealProduced', data, metadata };
  await harness.eventStore.append(streams.seal(documentId), [event], { expected: 'noStream' });
}

describe('record-seal', () => {
  it('takes the seal into the process once, whatever the queue repeats', async () => {
    const process = await completedProcess();
    await seal(process);
    await publish('record-seal', process, 3);
    const stream = streams.process(process.processId);
    await until(async () => (await harness.types(stream)).includes('ProcessFinished'));
    await workers.stop();
    expect((await harness.types(stream)).slice(-3)).toEqual([
      'DocumentCompleted',
      'DocumentSealed',
      'ProcessFinished',
    ]);
    expect((await harness.stream(stream)).at(-2)).toMatchObject({
      data: { sha256: sha256Of(`sealed ${process.documentId}`), validationCode: 'ABCD-EFGH', sizeBytes: 99 },
      metadata: { actor: { kind: 'system' }, tenantId: tenant.tenantId },
    });
  });

  it('shows its problem while there is no seal, and gets over it', async () => {
    const process = await completedProcess();
    await publish('record-seal', process);
    await until(async () => (await problems()).length > 0);
    expect(await problems()).toMatchObject([
      { kind: 'record-seal', key: process.documentId, problem: 'the document has no seal yet' },
    ]);
    await seal(process);
    await until(async () => (await harness.processTypes(process.processId)).includes('DocumentSealed'));
    await until(async () => (await problems()).length === 0);
  });
});

describe('credits', () => {
  it('are consumed once for a sealed document', async () => {
    const process = await completedProcess();
    await seal(process);
    await publish('record-seal', process);
    await until(async () => (await harness.processTypes(process.processId)).includes('ProcessFinished'));
    const [free, reserved] = await balance();
    await publish('consume-credit', process, 3);
    await until(async () => (await balance())[1] === (reserved ?? 0) - 1);
    await workers.stop();
    expect(await balance()).toEqual([free, (reserved ?? 0) - 1]);
  });

  it('go back once for a canceled document', async () => {
    const [before] = await balance();
    const process = await harness.process(tenant);
    await harness.send('POST', `/process/${process.processId}/cancel`, {}, { token: tenant.token });
    await publish('refund-credit', process, 3);
    await until(async () => (await balance())[0] === before);
    await workers.stop();
    expect((await balance())[0]).toBe(before);
  });

  it('are neither consumed nor given back while the document is pending', async () => {
    const process = await harness.process(tenant);
    const before = await balance();
    await publish('consume-credit', process);
    await publish('refund-credit', process);
    await until(async () => (await problems()).filter(({ key }) => key === process.documentId).length === 2);
    await workers.stop();
    expect(await balance()).toEqual(before);
    await harness.pool.query('truncate command.job_problem');
  });
});

describe('abandon-process', () => {
  it('gives credits back when the process was never created, and closes it for good', async () => {
    const before = await balance();
    const processId = randomUUID();
    const { handler } = harness.service;
    const context = {
      key: randomUUID(),
      correlationId: 'x',
      tenantId: tenant.tenantId,
      actor: { kind: 'system', name: 'test' },
    } as const;
    const reserve = { type: 'reserve', tenantId: tenant.tenantId, processId, amount: 3 } as const;
    await handler.handle(credits, tenant.tenantId, reserve, context);
    await publish('abandon-process', { processId }, 3);
    await until(async () => JSON.stringify(await balance()) === JSON.stringify(before));
    await workers.stop();
    expect(await harness.processTypes(processId)).toEqual(['ProcessCreationAbandoned']);
    expect(await balance()).toEqual(before);
  });

  it('leaves a process that was created', async () => {
    const process = await harness.process(tenant);
    const before = await balance();
    await publish('abandon-process', { processId: process.processId });
    // Its key is free again once the job is done.
    const dedupeKey = `abandon-process:${process.processId}:0`;
    await until(
      async () => !(await queue.publish('abandon-process', {}, { dedupeKey, delayMs: 60_000 })).duplicate,
    );
    await workers.stop();
    expect(await harness.processTypes(process.processId)).toEqual(['ProcessCreated']);
    expect(await balance()).toEqual(before);
  });

  it('allows a repeat of the interrupted request, as a new process', async () => {
    const before = await balance();
    const { eventStore } = harness;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = async (stream, ...rest) => {
      if (stream.startsWith('process-')) throw new Error('the process died here');
      return append(stream, ...rest);
    };
    const { personId } = await harness.person(tenant.token);
    const body = {
      summary: 'Contrato',
      companyId: await harness.company(tenant.token),
      documents: [{ proof: await harness.proof(tenant.tenantId, 'a.pdf') }],
      participants: [{ personId, part: 'signer' }],
    };
    const create = () =>
      harness.send<{ processId: string }>('POST', '/process', body, { token: tenant.token, key: 'cut-off' });
    expect((await create()).status).toBe(500);
    eventStore.append = append;
    const reserved = (await harness.stream(streams.credits(tenant.tenantId))).at(-1);
    const { processId } = reserved!.data as unknown as { processId: string };
    await publish('abandon-process', { processId });
    await typesBecome(streams.process(processId), ['ProcessCreationAbandoned']);
    await until(async () => (await balance())[0] === before[0]);
    const again = await create();
    expect(again.status).toBe(201);
    expect(again.body.processId).not.toBe(processId);
    expect((await balance())[0]).toBe((before[0] ?? 0) - 1);
  });
});

it('puts a job that names nothing it knows among the dead', async () => {
  await queue.publish('record-seal', { surprise: 1 }, { dedupeKey: 'x' });
  await until(async () => (await queue.deadLetters('record-seal')).length === 1);
  expect((await queue.deadLetters('record-seal'))[0]?.lastError).toContain('not a follow-up');
});

it('drops answers, attempts, codes and sessions that are over', async () => {
  await harness.person(tenant.token);
  await harness.send(
    'POST',
    '/person',
    { cpf: '52998224725', name: 'Rui', email: 'rui@exemplo.com.br' },
    { token: tenant.token, key: 'kept' },
  );
  await harness.service.answers.settled();
  const { processId, ana } = await harness.process(tenant);
  await harness.send('POST', '/signature/code', { processId, personId: ana.personId, cpf: ana.cpf });
  const count = async () => {
    const tables = ['command.idempotency', 'identity.attempts', 'identity.one_time_code', 'identity.session'];
    const counts = await Promise.all(
      tables.map((table) => harness.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)),
    );
    return counts.map(({ rows }) => (rows[0]?.n ?? 0) > 0);
  };
  expect(await count()).toEqual([true, true, true, true]);
  await tidy(harness.service);
  expect(await count()).toEqual([true, true, true, true]);
  clock = new Date(Date.now() + 8 * 86_400_000);
  await tidy(harness.service);
  clock = undefined;
  expect(await count()).toEqual([false, false, false, false]);
});

describe('the monthly grant', () => {
  const month = (text: string) => new Date(`${text}-10T12:00:00.000Z`);
  const due = (own: typeof tenant) =>
    grantMonthlyCreditsJob({
      queue: 'grant-monthly-credits',
      payload: { key: own.tenantId, tenantId: own.tenantId },
      attempt: 1,
    } as unknown as Job).run(harness.service);
  const monthsOf = async (own: typeof tenant) =>
    (await harness.stream(streams.credits(own.tenantId))).flatMap(
      ({ data }) => (data as { month?: string }).month ?? [],
    );

  it('comes once for each month, those of a downtime too, however often the job is repeated', async () => {
    const own = await harness.tenant();
    clock = month('2030-03');
    const actor = { kind: 'system', name: 'operador' } as const;
    const context = { key: randomUUID(), correlationId: randomUUID(), tenantId: own.tenantId, actor };
    const set = { type: 'setMonthly', tenantId: own.tenantId, amount: 30, at: clock.toISOString() } as const;
    await harness.service.handler.handle(credits, own.tenantId, set, context);
    expect(await monthsOf(own)).toEqual(['2030-03']);
    await Promise.all([due(own), due(own)]);
    expect(await monthsOf(own)).toEqual(['2030-03']);
    clock = month('2030-06');
    await Promise.all([due(own), due(own), due(own)]);
    await due(own);
    expect(await monthsOf(own)).toEqual(['2030-03', '2030-04', '2030-05', '2030-06']);
    const state = await harness.service.handler.load(credits, own.tenantId);
    expect(state).toMatchObject({ status: 'open', balance: 100 + 4 * 30 });
    clock = undefined;
  });

  it('is done by the queue', async () => {
    const own = await harness.tenant();
    clock = month('2030-03');
    const set = { type: 'setMonthly', tenantId: own.tenantId, amount: 5, at: clock.toISOString() } as const;
    const actor = { kind: 'system', name: 'operador' } as const;
    const context = { key: randomUUID(), correlationId: randomUUID(), tenantId: own.tenantId, actor };
    await harness.service.handler.handle(credits, own.tenantId, set, context);
    clock = month('2030-04');
    const payload = { key: own.tenantId, tenantId: own.tenantId };
    await queue.publish('grant-monthly-credits', payload, { dedupeKey: `monthly:${own.tenantId}` });
    await until(async () => (await monthsOf(own)).length === 2);
    expect(await monthsOf(own)).toEqual(['2030-03', '2030-04']);
    clock = undefined;
  });
});
