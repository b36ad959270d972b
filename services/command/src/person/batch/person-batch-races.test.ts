import { AsyncLocalStorage } from 'node:async_hooks';

import type { AnswerOf } from '@lacre/contracts';
import { describe, expect, it, vi } from 'vitest';

import { Harness } from '../../testing/harness.ts';
import { cpfs, csv, emailOf, usePersonBatches } from '../../testing/use-person-batches.ts';

const { cast, post, times } = usePersonBatches();

/** The service dies at the first append that `when` picks: before it is done, or after. */
async function dyingAt<Result>(
  when: (stream: string) => boolean,
  how: 'failed and not done' | 'failed but done',
  run: () => Promise<Result>,
): Promise<Result> {
  const { eventStore } = cast.harness;
  const append = eventStore.append.bind(eventStore);
  let isDead = false;
  eventStore.append = async (stream, ...rest) => {
    if (isDead) throw new Error('the process is dead');
    if (!when(stream)) return append(stream, ...rest);
    isDead = true;
    if (how === 'failed but done') await append(stream, ...rest);
    throw new Error('the process died here');
  };
  try {
    return await run();
  } finally {
    eventStore.append = append;
  }
}

const nth = (prefix: string, n: number) => {
  let seen = 0;
  return (stream: string) => stream.startsWith(prefix) && ++seen === n;
};

it('meets others that ask for the same people at once, and one of them gets each', async () => {
  // Where one waited for the other, both would wait until this ends.
  const at = await Harness.start({ takeOverPatienceMs: 600_000 });
  for (let round = 0; round < 8; round++) {
    const tenant = await at.tenant();
    const { token } = tenant;
    const numbers = cpfs(12);
    const single = { cpf: numbers[5], name: 'Só', email: emailOf(numbers[5] ?? '') };
    const replies = await Promise.all([
      post(csv(numbers), { at, token }),
      post(csv(numbers.toReversed()), { at, token }),
      post(csv(numbers.slice(6)), { at, token }),
      at.send('POST', '/person', single, { token }),
    ]);
    expect(replies.filter(({ status }) => status < 300).length).toBeGreaterThanOrEqual(1);
    for (const count of await times(numbers, tenant, at)) expect(count).toBeLessThanOrEqual(1);
    const codes = new Set(replies.map(({ body }) => (body as { code?: string }).code));
    for (const code of codes)
      expect([
        undefined,
        'PERSON_BATCH_CREATION_ERROR',
        'PERSON_CREATION_ERROR',
        'EMAIL_NOT_AVAILABLE',
      ]).toContain(code);
  }
  await at.stop();
}, 60_000);

/** That so many owners on their way were waited for together: the last was looked at before the last look at the first. */
function expectOneWait(streamsRead: readonly string[], count: number): void {
  const looks = Map.groupBy(streamsRead.entries(), ([, stream]) => stream);
  const waitedFor = [...looks].filter(([stream, of]) => stream.startsWith('person-') && of.length > 5);
  expect(waitedFor.length).toBeGreaterThanOrEqual(count);
  const first = Math.max(...waitedFor.map(([, of]) => of[0]?.[0] ?? 0));
  const last = Math.min(...waitedFor.map(([, of]) => of.at(-1)?.[0] ?? 0));
  expect(first).toBeLessThan(last);
}

describe.each(['failed and not done', 'failed but done'] as const)('a crash that %s', (how) => {
  it.each([
    ['at a reservation', () => nth('reservation-', 3)],
    ['at a draft', () => nth('person-', 3)],
    ['at the last draft', () => nth('person-', 6)],
    ['at the commit', () => nth('batch-', 1)],
  ])('%s leaves no person half-registered, and a repeat does the whole', async (place, at) => {
    const numbers = cpfs(6);
    const key = `crash ${how} ${place}`;
    expect((await dyingAt(at(), how, () => post(csv(numbers), { key }))).status).toBe(500);
    expect(new Set(await times(numbers)).size).toBe(1);
    const repeat = await post(csv(numbers), { key });
    expect([repeat.status, repeat.body.total]).toEqual([200, 6]);
    expect(await times(numbers)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it.each([
    ['at a reservation', () => nth('reservation-', 3), 0],
    ['at a draft', () => nth('person-', 3), 5],
    ['at the last draft', () => nth('person-', 6), 5],
  ])('%s blocks no other: the corrected file, one person, and then the repeat', async (place, at, waits) => {
    const numbers = cpfs(6);
    const key = `blocked ${how} ${place}`;
    await dyingAt(at(), how, () => post(csv(numbers), { key }));
    const corrected = [...numbers.slice(1), ...cpfs(1)];
    const read = vi.spyOn(cast.harness.eventStore, 'readStream');
    expect((await post(csv(corrected))).status).toBe(200);
    expectOneWait(
      read.mock.calls.map(([stream]) => stream),
      waits,
    );
    read.mockRestore();
    const one = { cpf: numbers[0], name: 'Uma', email: emailOf(numbers[0] ?? '') };
    expect((await cast.harness.send('POST', '/person', one, { token: cast.own.token })).status).toBe(201);
    expect(await times(numbers)).toEqual([1, 1, 1, 1, 1, 1]);
    // The first request gets the present state.
    expect((await post(csv(numbers), { key })).body.code).toBe('PERSON_BATCH_CREATION_ERROR');
    expect(await times(numbers)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

it('that loses a value while it reserves them holds up no other, and can be repeated by its key', async () => {
  // Where another waited for what it had reserved, that would be until this ends.
  const at = await Harness.start({ takeOverPatienceMs: 600_000 });
  const { token } = await at.tenant();
  const numbers = cpfs(4);
  const one = { cpf: numbers[1], name: 'Uma', email: emailOf(numbers[1] ?? '') };
  const { eventStore } = at;
  const append = eventStore.append.bind(eventStore);
  const ofSingle = new AsyncLocalStorage<true>();
  const registers = () => at.send<AnswerOf<'createPerson'>>('POST', '/person', one, { token });
  let single: ReturnType<typeof registers> | undefined;
  // Registered between the batch's look at the values and its claims.
  eventStore.append = async (stream, ...rest) => {
    if (ofSingle.getStore() !== true && stream.startsWith('reservation-'))
      await (single ??= ofSingle.run(true, registers));
    return append(stream, ...rest);
  };
  const refused = await post(csv(numbers), { at, token, key: 'lost' });
  eventStore.append = append;
  expect([refused.status, refused.body.code]).toEqual([422, 'PERSON_BATCH_CREATION_ERROR']);
  const registration = await single;
  expect(registration?.status).toBe(201);
  const corrected = [numbers[0] ?? '', ...cpfs(1)];
  const { status, body } = await post(csv(corrected), { at, token });
  expect(status).toBe(200);
  const removed = [registration?.body.personId, ...body.persons.map(({ personId }) => personId)];
  for (const personId of removed) await at.send('DELETE', `/person/${personId}`, undefined, { token });
  // All of it is free again.
  expect((await post(csv(numbers), { at, token, key: 'lost' })).status).toBe(200);
  await at.stop();
}, 60_000);

it('can be repeated by the same key after it was abandoned', async () => {
  const numbers = cpfs(3);
  await dyingAt(nth('batch-', 1), 'failed and not done', () => post(csv(numbers), { key: 'abandoned' }));
  const one = { cpf: numbers[1], name: 'Uma', email: emailOf(numbers[1] ?? '') };
  const { body } = await cast.harness.send<AnswerOf<'createPerson'>>('POST', '/person', one, {
    token: cast.own.token,
  });
  await cast.harness.send('DELETE', `/person/${body.personId}`, undefined, { token: cast.own.token });
  expect((await post(csv(numbers), { key: 'abandoned' })).status).toBe(200);
});
