import { randomUUID } from 'node:crypto';

import type { AnswerOf } from '@lacre/contracts';
import { lifeOf, plannedProcess, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asPerson, asUser, queryStage } from '../../testing/query-stage.ts';

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
  const later = async ({ personId }: { personId: string }) => {
    const reply = await stage.get(`/signature?min-position=${position}`, asPerson(tenantId, personId));
    return reply.json<AnswerOf<'listSignatures'>>().later;
  };
  const detail = async () => {
    const url = `/process/${created.processId}?min-position=${position}`;
    return (await stage.get(url, asUser(tenantId))).json<AnswerOf<'getProcess'>>();
  };
  expect(await asked(rui)).toEqual([]);
  const { processId, tenantName, requester } = created;
  expect(await later(rui)).toEqual([{ processId, tenantName, requesterName: requester.name }]);
  expect(await later(ana)).toEqual([]);
  expect(await asked(ana)).toMatchObject([{ waitingFor: ['Rui Ávila'] }]);
  const before = await detail();
  expect(before.waitingFor).toEqual([{ personId: ana.personId, name: 'Ana Souza' }]);
  expect(before.participants.map(({ group, invitation }) => [group, invitation])).toEqual([
    [1, 'queued'],
    [2, 'waiting-turn'],
  ]);
  position = await record(stage.store, life.stream, life.signed(0, 0), life.groupAsked(2, 1));
  expect(await asked(rui)).toHaveLength(1);
  expect(await later(rui)).toEqual([]);
  const after = await detail();
  expect(after.waitingFor).toEqual([{ personId: rui.personId, name: 'Rui Ávila' }]);
  expect(after.participants[1]).toMatchObject({ invitation: 'queued' });
  const timeline = await stage.get(`/process/${created.processId}/timeline`, asUser(tenantId));
  expect(timeline.json<AnswerOf<'processTimeline'>>().items.at(-1)).toMatchObject({
    action: 'group-asked',
    reason: 'Agora é a vez de Rui Ávila.',
  });
});

it('hides the process from the replaced person, and finds it by the new name', async () => {
  const created = plannedProcess({ tenantId, summary: 'Troca', participants: [ana, rui] });
  const life = lifeOf(created);
  const eva = { personId: randomUUID(), name: 'Eva Gonçalves', cpf: '12345678909' };
  const position = await record(stage.store, life.stream, life.created(), life.replaced(0, eva));
  const get = async <Answer>(url: string, headers: Record<string, string>) =>
    (
      await stage.get(`${url}${url.includes('?') ? '&' : '?'}min-position=${position}`, headers)
    ).json<Answer>();
  const { items } = await get<AnswerOf<'listSignatures'>>('/signature', asPerson(tenantId, ana.personId));
  expect(items.map(({ summary }) => summary)).not.toContain('Troca');
  const own = await get<AnswerOf<'listSignatures'>>('/signature', asPerson(tenantId, eva.personId));
  expect(own.items).toMatchObject([{ summary: 'Troca', documents: [{ signatureStatus: 'pending' }] }]);
  const found = await get<AnswerOf<'listProcesses'>>('/process?search=goncalves', asUser(tenantId));
  expect(found.items).toMatchObject([{ summary: 'Troca', participants: [{ name: 'Eva Gonçalves' }, {}] }]);
  expect((await told(created.processId)).at(-1)).toMatchObject({
    action: 'participant-replaced',
    reason: 'Eva Gonçalves no lugar de Ana Souza.',
  });
});

const told = async (processId: string) =>
  (await stage.get(`/process/${processId}/timeline`, asUser(tenantId))).json<AnswerOf<'processTimeline'>>()
    .items;

it('shows reminders and the deadline, and no refusal where the deadline closed it', async () => {
  const deadline = '2026-03-10T12:00:00.000Z';
  const created = plannedProcess({ tenantId, participants: [ana, rui], deadline });
  const life = lifeOf(created);
  const extended = '2026-03-12T12:00:00.000Z';
  const position = await record(
    stage.store,
    life.stream,
    life.created(),
    life.reminded('hand', [0]),
    life.reminded('schedule', []),
    life.deadlineExtended(extended),
    life.expired(extended, 0),
    life.rejectedByDeadline(0),
    life.processRejected(),
  );
  const url = `/process/${created.processId}?min-position=${position}`;
  const detail = (await stage.get(url, asUser(tenantId))).json<AnswerOf<'getProcess'>>();
  expect(detail).toMatchObject({ status: 'rejected', deadline: extended, waitingFor: [] });
  expect(detail.signatures.map(({ status, expired }) => [status, expired])).toEqual([
    ['rejected', true],
    ['rejected', true],
  ]);
  expect((await told(created.processId)).slice(1).map(({ action, reason }) => [action, reason])).toEqual([
    ['reminded', 'Lembrete para Ana Souza.'],
    ['deadline-extended', 'Novo prazo: 12 de março de 2026 às 09:00 (horário de Brasília).'],
    ['expired', null],
    ['document-rejected', 'O prazo para assinar terminou.'],
    ['process-rejected', null],
  ]);
});

it('shows a question to those it is asked of, and afterwards their answers', async () => {
  const selection = { question: 'Qual plano?', options: ['Mensal', 'Anual'], minimum: 1, maximum: 1 };
  const plan = plannedProcess({ tenantId, participants: [ana, { ...rui, group: 1 }] });
  const created = {
    ...plan,
    documents: plan.documents.map((one) => Object.assign(one, { selection })),
    signatures: plan.signatures.map((one, index) =>
      index === 0 ? Object.assign(one, { asksSelection: true as const }) : one,
    ),
  };
  const life = lifeOf(created);
  const signed = life.signed(0, 0);
  Object.assign(signed.data, { selection: { question: selection.question, chosen: ['Anual'] } });
  const of = async (personId: string, position: string) => {
    const reply = await stage.get(`/signature?min-position=${position}`, asPerson(tenantId, personId));
    const items = reply.json<AnswerOf<'listSignatures'>>().items;
    return items.find((one) => one.processId === created.processId)?.documents[0];
  };
  const before = await record(stage.store, life.stream, life.created());
  expect(await of(ana.personId, before)).toMatchObject({ selection, chosen: null });
  expect(await of(rui.personId, before)).toMatchObject({ selection: null, chosen: null });
  const after = await record(stage.store, life.stream, signed);
  expect(await of(ana.personId, after)).toMatchObject({ chosen: ['Anual'] });
  expect((await told(created.processId)).at(-1)).toMatchObject({
    action: 'signed',
    selection: { question: 'Qual plano?', chosen: ['Anual'] },
  });
});
