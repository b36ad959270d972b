import type { NewEvent } from '@lacre/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { lifeOf, newEvent, plannedProcess } from '../testing/index.ts';
import { projected } from '../testing/project.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { openWorkModel } from './index.ts';

let stage: ProjectorStage;
beforeAll(async () => {
  stage = await projectorStage();
});
afterAll(() => stage.close());

const created = plannedProcess({
  participants: [
    { name: 'Ana', cpf: '52998224725' },
    { name: 'Rui', cpf: '11144477735', group: 2 },
  ],
});
const life = lifeOf(created);
const [ana, rui] = created.participants.map(({ personId }) => personId);

/** Kinds and recipients of notifications, folded both ways. */
async function toldAfter(...events: NewEvent[]): Promise<(string | undefined)[][]> {
  const read = [
    `select payload->>'notificationKind' as kind, payload->>'recipientId' as id from projector.open_work
      where kind = 'send-notification' and payload->>'recipientKind' = 'person' order by 1, opened_position, 2`,
  ];
  const [rows] = await projected(stage, openWorkModel, events, 'one by one', read);
  const [atOnce] = await projected(stage, openWorkModel, events, 'at once', read);
  expect(atOnce).toEqual(rows);
  return (rows as unknown as { kind: string; id: string }[]).map(({ kind, id }) => [kind, id]);
}

it('asks a later group only when its turn comes', async () => {
  expect(await toldAfter(life.created())).toEqual([['signature-requested', ana]]);
  const asked = await toldAfter(life.created(), life.signed(0, 0), life.groupAsked(2, 1));
  expect(asked).toContainEqual(['signature-requested', rui]);
  expect(asked).toHaveLength(2);
});

it('notifies of a cancellation only those who were asked', async () => {
  const canceled = await toldAfter(life.created(), life.canceled(0), life.processCanceled());
  expect(canceled.filter(([kind]) => kind === 'document-canceled')).toEqual([['document-canceled', ana]]);
  const both = await toldAfter(life.created(), life.groupAsked(2, 1), life.canceled(0));
  expect(both.filter(([kind]) => kind === 'document-canceled')).toHaveLength(2);
});

it('notifies dispensed signatories who had been asked, once for an act on several documents', async () => {
  const three = plannedProcess({
    documents: ['a.pdf', 'b.pdf'],
    participants: [
      { name: 'Ana', cpf: '52998224725', part: 'signatory' },
      { name: 'Rui', cpf: '11144477735', part: 'signatory' },
      { name: 'Leo', cpf: '12345678909', part: 'signatory', group: 2 },
    ],
  });
  const board = lifeOf(three);
  const told = await toldAfter(
    board.created(),
    board.signed(0, 0),
    board.dispensed(0, 1, 2),
    board.signed(1, 0),
    board.dispensed(1, 1, 2),
  );
  expect(told.filter(([kind]) => kind === 'signature-dispensed')).toEqual([
    ['signature-dispensed', three.participants[1]?.personId],
  ]);
});

const eva = { personId: '7d4f3c50-7a0e-4b43-9a3f-5f5f0a0a0a01', name: 'Eva', cpf: '12345678909' };

it('asks a replacement, when their turn has come', async () => {
  const first = await toldAfter(life.created(), life.replaced(0, eva));
  expect(first.filter(([, id]) => id === eva.personId)).toEqual([['signature-requested', eva.personId]]);
  const early = await toldAfter(life.created(), life.replaced(1, eva));
  expect(early).toEqual([['signature-requested', ana]]);
  const canceled = await toldAfter(life.created(), life.replaced(0, eva), life.canceled(0));
  expect(canceled.filter(([kind]) => kind === 'document-canceled')).toEqual([
    ['document-canceled', eva.personId],
  ]);
});

it('reminds the participants that the event names, in a message for each reminder', async () => {
  const once = await toldAfter(life.created(), life.reminded('hand', [0]));
  expect(once.filter(([kind]) => kind === 'signature-reminder')).toEqual([['signature-reminder', ana]]);
});

it('announces the deadline and not a refusal', async () => {
  const told = await toldAfter(
    life.created(),
    life.expired('2026-03-10T12:00:00.000Z', 0),
    life.rejectedByDeadline(0),
    life.processRejected(),
  );
  expect(told.filter(([kind]) => kind !== 'signature-requested')).toEqual([['process-expired', ana]]);
});

describe('scheduled work', () => {
  const [deadline, reminder] = ['2026-03-10T12:00:00.000Z', '2026-03-05T12:00:00.000Z'];
  const timed = lifeOf(plannedProcess({ deadline, nextReminderAt: reminder }));
  const dueAfter = async (...events: NewEvent[]) => {
    const read = [
      `select kind, not_before from projector.open_work where kind in ('expire-process', 'remind-participants') order by 1`,
    ];
    const [rows] = await projected(stage, openWorkModel, events, 'one by one', read);
    return (rows as unknown as { kind: string; not_before: Date }[]).map(({ kind, not_before }) => [
      kind,
      not_before.toISOString(),
    ]);
  };

  it('waits for deadline and reminders', async () => {
    expect(await dueAfter(timed.created())).toEqual([
      ['expire-process', deadline],
      ['remind-participants', reminder],
    ]);
    expect(await dueAfter(life.created())).toEqual([]);
  });

  it('moves with an extension, which may take up the reminders again', async () => {
    const [later, next] = ['2026-04-10T12:00:00.000Z', '2026-03-20T12:00:00.000Z'];
    expect(await dueAfter(timed.created(), timed.deadlineExtended(later))).toEqual([
      ['expire-process', later],
      ['remind-participants', reminder],
    ]);
    const ended = timed.reminded('schedule', [0]);
    expect(await dueAfter(timed.created(), ended)).toEqual([['expire-process', deadline]]);
    expect(await dueAfter(timed.created(), ended, timed.deadlineExtended(later, next))).toEqual([
      ['expire-process', later],
      ['remind-participants', next],
    ]);
  });

  it('goes from reminder to reminder; one by hand changes nothing', async () => {
    const next = '2026-03-08T12:00:00.000Z';
    expect(await dueAfter(timed.created(), timed.reminded('hand', [0]))).toContainEqual([
      'remind-participants',
      reminder,
    ]);
    expect(await dueAfter(timed.created(), timed.reminded('schedule', [0], next))).toContainEqual([
      'remind-participants',
      next,
    ]);
  });

  it('ends with the process, however it ends', async () => {
    for (const end of [
      timed.finished(),
      timed.processCanceled(),
      timed.processRejected(),
      timed.expired(deadline, 0),
    ])
      expect(await dueAfter(timed.created(), end)).toEqual([]);
  });
});

describe('a set of processes', () => {
  const [setId, first, second, tenantId] = [1, 2, 3, 4].map(
    (n) => `7d4f3c50-7a0e-4b43-9a3f-5f5f0a0a0b0${n}`,
  ) as [string, string, string, string];
  const reserved = [first, second].map((processId) =>
    newEvent('CreditsReserved', { tenantId, processId, amount: 1, setId }),
  );
  const { processId: _id, signatures: _signatures, nextReminderAt: _next, documents, ...shared } = created;
  const [document] = documents;
  if (document === undefined) throw new Error('there is no document');
  const planned = newEvent('ProcessSetPlanned', {
    ...shared,
    setId,
    plannedAt: '2026-03-02T12:00:00.000Z',
    processes: [{ processId: first, document }],
  });
  const openAfter = async (...events: NewEvent[]) => {
    const read = [`select kind, key, payload->>'setId' as set from projector.open_work order by 1`];
    const [rows] = await projected(stage, openWorkModel, events, 'one by one', read);
    const [atOnce] = await projected(stage, openWorkModel, events, 'at once', read);
    expect(atOnce).toEqual(rows);
    return (rows as unknown as Record<string, string>[]).map(({ kind, key, set }) => [kind, key, set]);
  };

  it('is watched as a whole until it is planned, then until it is made', async () => {
    expect(await openAfter(...reserved)).toEqual([['abandon-set', setId, setId]]);
    expect(await openAfter(...reserved, planned)).toEqual([['create-processes', setId, setId]]);
    const made = newEvent('ProcessSetCreated', { tenantId: created.tenantId, setId });
    expect(await openAfter(...reserved, planned, made)).toEqual([]);
  });

  it('is forgotten once its credits are back', async () => {
    const refunded = [first, second].map((processId) =>
      newEvent('CreditsRefunded', { tenantId, processId, amount: 1, setId }),
    );
    expect(await openAfter(...reserved, ...refunded)).toEqual([]);
  });
});
