import { randomUUID } from 'node:crypto';

import type { NewEvent } from '@lacre/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { lifeOf, newEvent, plannedProcess } from '../testing/index.ts';
import { projected } from '../testing/project.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { reportProjection } from './report.ts';

let stage: ProjectorStage;
beforeAll(async () => {
  stage = await projectorStage();
});
afterAll(() => stage.close());

const tenantId = randomUUID();
const ana = { name: 'Ana Souza', cpf: '52998224725', personId: randomUUID() };
const rui = { name: 'Rui Ávila', cpf: '11144477735', personId: randomUUID() };
const eva = { name: 'Eva Lima', cpf: '12345678909', personId: randomUUID() };
/** In Brasília it is still February. */
const CREATED_AT = '2026-03-01T02:30:00.000Z';

const FIGURES =
  'select month, figure, delay, total::int from read.monthly_figure order by figure, month, delay';
const AWAITED = 'select person_id, asked_at from read.awaited_person order by asked_at, person_id';
const REFUSALS = 'select person_id, refused_at from read.refusal';
const RUNNING = 'select 1 as one from read.running_process';

const namedBy = (personId: unknown) =>
  Object.entries({ ana, rui, eva }).find(([, one]) => one.personId === personId)?.[0];

describe.each(['one by one', 'at once'] as const)('folded %s', (how) => {
  const after = async (events: readonly NewEvent[]) => {
    const [figures, awaited, refusals, running] = await projected(stage, reportProjection, events, how, [
      FIGURES,
      AWAITED,
      REFUSALS,
      RUNNING,
    ]);
    return {
      figures: figures?.map(({ month, figure, delay, total }) => [month, figure, delay, total]),
      awaited: awaited?.map((row) => namedBy(row['person_id'])).toSorted(),
      refusals: refusals?.map((row) => namedBy(row['person_id'])),
      running: running?.length,
    };
  };
  const planned = plannedProcess({ tenantId, documents: ['a.pdf', 'b.pdf'], participants: [ana, rui] });
  const life = lifeOf(planned);
  const createdFigure = ['2026-02', 'created', 0, 1];

  it('a person is waited for until their last document, and has then signed', async () => {
    const begun = [life.created(CREATED_AT), life.signed(0, 0)];
    expect(await after(begun)).toEqual({
      figures: [createdFigure],
      awaited: ['ana', 'rui'],
      refusals: [],
      running: 1,
    });
    // Signed at 13:00 of the next day in UTC: 34 h 30 min after they were asked.
    expect(await after([...begun, life.signed(1, 0)])).toEqual({
      figures: [createdFigure, ['2026-03', 'signed', 3, 1]],
      awaited: ['rui'],
      refusals: [],
      running: 1,
    });
  });

  it('a finished process counts by how long it took, and leaves nothing waiting', async () => {
    const events = [
      life.created(CREATED_AT),
      ...[0, 1].flatMap((document) => [
        life.signed(document, 0),
        life.signed(document, 1),
        life.completed(document),
        life.sealed(document),
      ]),
      {
        ...life.finished(),
        metadata: { ...life.finished().metadata, occurredAt: '2026-03-07T12:00:00.000Z' },
      },
    ];
    expect(await after(events)).toEqual({
      figures: [createdFigure, ['2026-03', 'finished', 4, 1], ['2026-03', 'signed', 3, 2]],
      awaited: [],
      refusals: [],
      running: 0,
    });
  });

  it('processes of one month and company count together', async () => {
    const others = [1, 2].map(() =>
      lifeOf({ ...plannedProcess({ tenantId, participants: [ana] }), company: planned.company }),
    );
    const { figures } = await after([life, ...others].map((one) => one.created(CREATED_AT)));
    expect(figures).toEqual([['2026-02', 'created', 0, 3]]);
    const ended = others.flatMap((one) => [one.created(CREATED_AT), one.signed(0, 0), one.completed(0)]);
    expect((await after(ended)).figures).toEqual([
      ['2026-02', 'created', 0, 2],
      ['2026-03', 'signed', 3, 2],
    ]);
  });

  it('a refusal is kept apart from a deadline that passed', async () => {
    const alone = lifeOf(plannedProcess({ tenantId, participants: [ana] }));
    const refused = await after([
      alone.created(CREATED_AT),
      alone.rejected(0, 0),
      alone.documentRejected(0),
      alone.processRejected(),
    ]);
    expect(refused.figures?.map(([, figure]) => figure)).toEqual(['created', 'rejected']);
    expect(refused).toMatchObject({ refusals: ['ana'], awaited: [], running: 0 });
    const late = await after([
      alone.created(CREATED_AT),
      alone.expired('2026-03-05T12:00:00.000Z', 0),
      alone.rejectedByDeadline(0),
      alone.processRejected(),
    ]);
    expect(late.figures?.map(([, figure]) => figure)).toEqual(['created', 'expired']);
    expect(late).toMatchObject({ refusals: [], awaited: [], running: 0 });
  });

  it('people are waited for from their turn on, replacements too', async () => {
    const ordered = lifeOf(
      plannedProcess({
        tenantId,
        participants: [
          { ...ana, group: 1 },
          { ...rui, group: 2 },
        ],
      }),
    );
    const begun = [ordered.created(CREATED_AT)];
    expect(await after(begun)).toMatchObject({ awaited: ['ana'] });
    expect(await after([...begun, ordered.signed(0, 0), ordered.groupAsked(2, 1)])).toMatchObject({
      awaited: ['rui'],
    });
    expect(await after([...begun, ordered.replaced(0, eva)])).toMatchObject({ awaited: ['eva'] });
    expect(await after([...begun, ordered.replaced(1, eva)])).toMatchObject({ awaited: ['ana'] });
  });

  it('neither those dispensed nor those of a canceled document are waited for', async () => {
    const begun = [life.created(CREATED_AT), life.dispensed(0, 1), life.canceled(1)];
    expect(await after(begun)).toMatchObject({ awaited: ['ana'] });
    const canceled = [
      ...begun,
      life.canceled(0),
      newEvent('ProcessCanceled', { processId: planned.processId, tenantId }),
    ];
    const { figures, ...rest } = await after(canceled);
    expect(figures?.map(([, figure]) => figure)).toEqual(['canceled', 'created']);
    expect(rest).toEqual({ awaited: [], refusals: [], running: 0 });
  });
});
