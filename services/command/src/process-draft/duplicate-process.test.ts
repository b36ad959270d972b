import type { AnswerOf, BodyOf } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { outcome, useProcessDrafts } from '../testing/use-process-drafts.ts';

const { cast, get } = useProcessDrafts();

describe('a draft made from a process', () => {
  const duplicate = (processId: string, token = cast.own.token, key?: string) =>
    cast.harness.send<AnswerOf<'duplicateProcess'>>('POST', `/process/${processId}/duplicate`, undefined, {
      token,
      key,
    });

  it('has the content of the process but its deadline, and makes another one', async () => {
    const rui = await cast.harness.person(cast.own.token);
    const selection = { question: 'Pix?', options: ['Sim', 'Não'], minimum: 1, maximum: 1 };
    const asked: BodyOf<'createProcess'> = {
      summary: 'Contrato de locação',
      companyId: cast.companyId,
      documents: [{ proof: await cast.harness.proof(cast.own.tenantId, 'a.pdf'), selection }],
      participants: [
        { personId: cast.ana.personId, part: 'signer', requirements: { location: true }, group: 1 },
        { personId: rui.personId, part: 'attestant', group: 2 },
      ],
      deadline: new Date(cast.now.getTime() + 86_400_000).toISOString(),
      reminders: { everyDays: 3 },
    };
    const first = await cast.harness.send<AnswerOf<'createProcess'>>('POST', '/process', asked, {
      token: cast.own.token,
    });
    const { processId } = first.body;
    const answers = [
      await duplicate(processId, cast.own.token, 'copy'),
      await duplicate(processId, cast.own.token, 'copy'),
    ];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    const { content: copied, people } = (await get(answers[0]?.body.draftId ?? '')).body;
    expect(copied).toMatchObject({
      summary: 'Contrato de locação',
      companyId: cast.companyId,
      ordered: true,
      deadline: '',
      reminderDays: 3,
      documents: [{ name: 'a.pdf', pages: 2, selection: { ...selection, askedOf: [cast.ana.personId] } }],
      participants: [
        { personId: cast.ana.personId, part: 'signer', requirements: { location: true }, group: 1 },
        { personId: rui.personId, part: 'attestant', group: 2 },
      ],
    });
    expect(people).toHaveLength(2);
    const documents = copied.documents.map(({ proof }) => ({ proof }));
    const again = { ...asked, documents, deadline: null };
    expect(outcome(await cast.harness.send('POST', '/process', again, { token: cast.own.token }))).toEqual([
      201,
      undefined,
    ]);
  });

  it('leaves out people who are not registered any more', async () => {
    const { processId, ana: gone, rui } = await cast.harness.process(cast.own);
    const cancelled = await cast.harness.send(
      'POST',
      `/process/${processId}/cancel`,
      {},
      { token: cast.own.token },
    );
    expect(outcome(cancelled)).toEqual([200, undefined]);
    await cast.harness.send('DELETE', `/person/${gone.personId}`, undefined, { token: cast.own.token });
    const { body } = await duplicate(processId);
    const { content: copied } = (await get(body.draftId)).body;
    expect(copied.participants.map(({ personId }) => personId)).toEqual([rui.personId]);
  });

  it('answers 404 for a process beyond reach', async () => {
    const { processId } = await cast.harness.process(cast.own);
    for (const token of [cast.common.token, cast.other.token])
      expect(outcome(await duplicate(processId, token))).toEqual([404, 'SIGNATURE_PROCESS_NOT_FOUND']);
  });
});
