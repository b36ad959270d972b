import type { NewEvent } from '@lacre/event-store';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { lifeOf, plannedProcess } from '../testing/index.ts';
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

/** Who is to be told what, folded both ways. */
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

it('tells nobody of a cancellation who was never asked', async () => {
  const canceled = await toldAfter(life.created(), life.canceled(0), life.processCanceled());
  expect(canceled.filter(([kind]) => kind === 'document-canceled')).toEqual([['document-canceled', ana]]);
  const both = await toldAfter(life.created(), life.groupAsked(2, 1), life.canceled(0));
  expect(both.filter(([kind]) => kind === 'document-canceled')).toHaveLength(2);
});
