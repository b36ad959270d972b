import { streams, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { credits } from '../../credits/decide-credits.ts';
import { abandonProcessSet, createPlannedProcesses } from '../../jobs/process-set.ts';
import { Harness } from '../../testing/harness.ts';
import { signatureProcess } from '../decide/decide-process.ts';
import { processOf } from '../decide/state.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let body: BodyOf<'createProcess'>;
let append: Harness['eventStore']['append'];
let keys = 0;
beforeAll(async () => {
  harness = await Harness.start({ initialCredits: 10 });
  append = harness.eventStore.append.bind(harness.eventStore);
});
beforeEach(async () => {
  own = await harness.tenant();
  const names = ['a.pdf', 'b.pdf', 'c.pdf'];
  const proofs = await Promise.all(names.map((name) => harness.proof(own.tenantId, name)));
  const { personId } = await harness.person(own.token);
  body = {
    summary: 'Contratos',
    companyId: await harness.company(own.token),
    type: 'separate',
    documents: proofs.map((proof) => ({ proof })),
    participants: [{ personId, part: 'signer' }],
    deadline: '2099-01-01T00:00:00.000Z',
  };
});
afterEach(() => {
  harness.eventStore.append = append;
});
afterAll(() => harness.stop());

const create = (key = `separate-${++keys}`, changed: Partial<BodyOf<'createProcess'>> = {}) =>
  harness.send<AnswerOf<'createProcess'>>(
    'POST',
    '/process',
    { ...body, ...changed },
    { token: own.token, key },
  );
const account = async () => {
  const state = await harness.service.handler.load(credits, own.tenantId);
  return state.status === 'open' ? [state.balance, state.reserved] : [0, 0];
};
/** Ids of the set and its processes, as the reservations tell them. */
const reserved = async () => {
  const events = await harness.stream(streams.credits(own.tenantId));
  const data = events.filter(({ type }) => type === 'CreditsReserved').map((event) => event.data);
  const ids = data as unknown as { setId: string; processId: string }[];
  return { setId: ids.at(-1)?.setId ?? '', processIds: ids.map(({ processId }) => processId) };
};
const followUp = (kind: string, { setId, processIds }: Awaited<ReturnType<typeof reserved>>) => ({
  kind,
  key: setId,
  tenantId: own.tenantId,
  processId: processIds[0] ?? '',
  documentId: undefined,
  setId,
});
const typesOf = (processIds: readonly string[]) =>
  Promise.all(processIds.map((processId) => harness.processTypes(processId)));
/** Lets appends to these streams through until `failing` says otherwise. */
const dyingAt = (failing: (stream: string) => boolean) => {
  harness.eventStore.append = async (stream, ...rest) => {
    if (failing(stream)) throw new Error('killed here');
    return append(stream, ...rest);
  };
};

it('makes a process for each document, with credits reserved at once', async () => {
  const { status, body: answer } = await create();
  expect(status, JSON.stringify(answer)).toBe(201);
  expect(answer.processes.map(({ documents }) => documents.map(({ name }) => name))).toEqual([
    ['a.pdf'],
    ['b.pdf'],
    ['c.pdf'],
  ]);
  expect(answer.documents).toHaveLength(3);
  expect(answer.processId).toBe(answer.processes[0]?.processId);
  expect(await account()).toEqual([7, 3]);
  const positions = (await harness.stream(streams.credits(own.tenantId)))
    .filter(({ type }) => type === 'CreditsReserved')
    .map(({ revision }) => Number(revision));
  expect(positions).toEqual([1, 2, 3]);
  for (const { processId, documents } of answer.processes) {
    const state = processOf(await harness.service.handler.load(signatureProcess, processId), own.tenantId);
    expect([...(state?.documents.keys() ?? [])]).toEqual(documents.map(({ documentId }) => documentId));
    expect(state?.deadline).toBe(body.deadline);
  }
});

it('answers a repeat the same, and one of another kind not at all', async () => {
  const [first, second] = [await create('again'), await create('again')];
  expect(second.body).toEqual(first.body);
  await harness.pool.query('truncate command.idempotency');
  const { position: _position, ...known } = first.body;
  expect((await create('again')).body).toMatchObject(known);
  await harness.pool.query('truncate command.idempotency');
  expect((await create('again', { summary: 'Outro' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await account()).toEqual([7, 3]);
});

it('makes nothing at all when there are not enough credits, or something is wrong', async () => {
  const proofs = await Promise.all(
    Array.from({ length: 11 }, (_, n) => harness.proof(own.tenantId, `${n}.pdf`)),
  );
  const many = await create(undefined, { documents: proofs.map((proof) => ({ proof })) });
  expect([many.status, many.body.code]).toEqual([402, 'INSUFFICIENT_CREDITS']);
  const twice = await create(undefined, {
    documents: [proofs[0], proofs[0]].map((proof) => ({ proof: proof ?? '' })),
  });
  expect(twice.body.code).toBe('DOCUMENT_NAME_ALREADY_USED');
  expect((await create(undefined, { minimumSignatories: 1 })).body.code).toBe('MINIMUM_SIGNATORIES_INVALID');
  expect(await account()).toEqual([10, 0]);
});

describe('a crash halfway', () => {
  it.each([0, 1, 2])(
    'after %i of the processes is finished by the job, and the request repeats',
    async (made) => {
      let seen = 0;
      dyingAt((stream) => stream.startsWith('process-') && seen++ >= made);
      expect((await create('cut')).status).toBe(500);
      harness.eventStore.append = append;
      const set = await reserved();
      await Promise.all(
        [1, 2, 3].map(() => createPlannedProcesses(harness.service, followUp('create-processes', set))),
      );
      expect(await typesOf(set.processIds)).toEqual([
        ['ProcessCreated'],
        ['ProcessCreated'],
        ['ProcessCreated'],
      ]);
      expect(await harness.types(streams.processSet(set.setId))).toEqual([
        'ProcessSetPlanned',
        'ProcessSetCreated',
      ]);
      await abandonProcessSet(harness.service, followUp('abandon-set', set));
      expect(await account()).toEqual([7, 3]);
      const again = await create('cut');
      expect(again.body.processes.map(({ processId }) => processId)).toEqual(set.processIds);
      expect(await account()).toEqual([7, 3]);
    },
  );

  it('is finished by the request itself when it is repeated', async () => {
    let seen = 0;
    dyingAt((stream) => stream.startsWith('process-') && seen++ >= 1);
    expect((await create('cut')).status).toBe(500);
    harness.eventStore.append = append;
    expect((await create('cut')).body.processes).toHaveLength(3);
    expect(await account()).toEqual([7, 3]);
  });

  it('before the plan is undone as a whole, and a repeat makes others', async () => {
    dyingAt((stream) => stream.startsWith('set-'));
    expect((await create('cut')).status).toBe(500);
    harness.eventStore.append = append;
    expect(await account()).toEqual([7, 3]);
    const set = await reserved();
    await Promise.all([1, 2, 3].map(() => abandonProcessSet(harness.service, followUp('abandon-set', set))));
    await createPlannedProcesses(harness.service, followUp('create-processes', set));
    expect(await account()).toEqual([10, 0]);
    expect(await typesOf(set.processIds)).toEqual([[], [], []]);
    const again = await create('cut');
    expect(again.status).toBe(201);
    expect(again.body.processes.map(({ processId }) => processId)).not.toEqual(set.processIds);
    expect(await account()).toEqual([7, 3]);
  });

  it('between abandoning and giving back is found by the repeat of the job', async () => {
    dyingAt((stream) => stream.startsWith('set-'));
    await create('cut');
    const set = await reserved();
    dyingAt((stream) => stream.startsWith('credits-'));
    await expect(abandonProcessSet(harness.service, followUp('abandon-set', set))).rejects.toThrow(
      'killed here',
    );
    harness.eventStore.append = append;
    await abandonProcessSet(harness.service, followUp('abandon-set', set));
    expect(await account()).toEqual([10, 0]);
  });
});
