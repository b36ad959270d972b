import { streams, type AnswerOf, type BodyOf, type DataOf } from '@lacre/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let body: BodyOf<'createProcess'>;
let keys = 0;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

const settings = {
  deadlineDays: 15,
  reminders: { everyDays: 3 },
  requirements: { location: true, code: true },
};
const change = (changed: object) =>
  harness.send('PATCH', '/tenant/settings', { settings: changed }, { token: own.token });
const create = async (changed: Partial<BodyOf<'createProcess'>> = {}, key = `defaults-${++keys}`) => {
  const asked = { ...body, ...changed };
  const reply = await harness.send<AnswerOf<'createProcess'>>('POST', '/process', asked, {
    token: own.token,
    key,
  });
  expect(reply.status).toBe(201);
  return reply.body;
};
async function created({ processId }: { processId: string }): Promise<DataOf<'ProcessCreated'>> {
  const [event] = await harness.stream(streams.process(processId));
  return event?.data as unknown as DataOf<'ProcessCreated'>;
}

beforeEach(async () => {
  own = await harness.tenant();
  const { personId } = await harness.person(own.token);
  body = {
    summary: 'Contrato',
    companyId: await harness.company(own.token),
    documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
    participants: [{ personId, part: 'signer' }],
  };
  expect((await change(settings)).status).toBe(200);
});

describe('default requirements of an account', () => {
  it('holds where a process does not say otherwise', async () => {
    const { deadline, reminders, nextReminderAt, participants } = await created(await create());
    const days = (Date.parse(deadline ?? '') - harness.service.now().getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(14);
    expect(days).toBeLessThan(16);
    // The last second of a day in Brasília.
    expect(deadline).toMatch(/T02:59:59\.000Z$/);
    expect(reminders).toEqual(settings.reminders);
    expect(nextReminderAt).toBeDefined();
    expect(participants.map(({ requirements }) => requirements)).toEqual([settings.requirements]);
  });

  it('holds for each of separate processes', async () => {
    const documents = [...body.documents, { proof: await harness.proof(own.tenantId, 'b.pdf') }];
    const { processes } = await create({ type: 'separate', documents });
    expect(processes).toHaveLength(2);
    for (const each of processes)
      expect(await created(each)).toMatchObject({
        reminders: settings.reminders,
        deadline: expect.any(String),
      });
  });

  it('do not apply where the process has its own, or says that it has none', async () => {
    const [first] = body.participants;
    const said = await created(
      await create({
        deadline: '2099-01-01T00:00:00.000Z',
        reminders: { everyDays: 7 },
        participants: [
          { personId: first?.personId ?? '', part: 'signer', requirements: { location: false } },
        ],
      }),
    );
    expect(said).toMatchObject({ deadline: '2099-01-01T00:00:00.000Z', reminders: { everyDays: 7 } });
    expect(said.participants[0]?.requirements).toEqual({ location: false });
    const none = await created(await create({ deadline: null, reminders: null }));
    expect([none.deadline, none.reminders, none.nextReminderAt]).toEqual([undefined, undefined, undefined]);
  });

  it('is settled at creation: neither other settings nor a repetition change it', async () => {
    const answer = await create({}, 'once');
    const before = await created(answer);
    await change({ deadlineDays: 90, reminders: null, requirements: null });
    await harness.service.pool.query('delete from command.idempotency');
    expect(await create({}, 'once')).toEqual(answer);
    expect(await created(answer)).toEqual(before);
    const later = await created(await create());
    expect(later.reminders).toBe(undefined);
    expect(later.participants[0]?.requirements).toEqual({ location: false });
  });
});
