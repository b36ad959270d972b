import { randomUUID } from 'node:crypto';

import type { AnswerOf } from '@lacre/contracts';
import { lifeOf, plannedProcess, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asPerson, asUser, queryStage } from './testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
beforeAll(async () => {
  stage = await queryStage();
});
afterAll(() => stage.close());

const tenantId = randomUUID();
const ana = { name: 'Ana Souza', cpf: '52998224725', personId: randomUUID() };
const rui = { name: 'Rui Ávila', cpf: '11144477735', personId: randomUUID(), group: 2 };

it('shows a later group nothing before its turn, and the requester whose turn it is', async () => {
  const created = plannedProcess({ tenantId, participants: [ana, rui] });
  const life = lifeOf(created);
  let position = await record(stage.store, life.stream, life.created());
  const asked = async ({ personId }: { personId: string }) => {
    const reply = await stage.get(`/signature?min-position=${position}`, asPerson(tenantId, personId));
    return reply.json<AnswerOf<'listSignatures'>>().items;
  };
  const detail = async () => {
    const url = `/process/${created.processId}?min-position=${position}`;
    return (await stage.get(url, asUser(tenantId))).json<AnswerOf<'getProcess'>>();
  };
  expect(await asked(rui)).toEqual([]);
  expect(await asked(ana)).toMatchObject([{ waitingFor: ['Rui Ávila'] }]);
  const before = await detail();
  expect(before.waitingFor).toEqual([{ personId: ana.personId, name: 'Ana Souza' }]);
  expect(before.participants.map(({ group, invitation }) => [group, invitation])).toEqual([
    [1, 'queued'],
    [2, 'waiting-turn'],
  ]);
  position = await record(stage.store, life.stream, life.signed(0, 0), life.groupAsked(2, 1));
  expect(await asked(rui)).toHaveLength(1);
  const after = await detail();
  expect(after.waitingFor).toEqual([{ personId: rui.personId, name: 'Rui Ávila' }]);
  expect(after.participants[1]).toMatchObject({ invitation: 'queued' });
  const timeline = await stage.get(`/process/${created.processId}/timeline`, asUser(tenantId));
  expect(timeline.json<AnswerOf<'processTimeline'>>().items.at(-1)).toMatchObject({
    action: 'group-asked',
    reason: 'Agora é a vez de Rui Ávila.',
  });
});
