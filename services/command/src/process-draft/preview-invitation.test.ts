import type { AnswerOf } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { outcome, useProcessDrafts } from '../testing/use-process-drafts.ts';

const { cast, content, get, save, saved, uploaded } = useProcessDrafts();

describe('the invitation of a draft', () => {
  const preview = (draftId: string, personId: string, token = cast.own.token) =>
    cast.harness.send<AnswerOf<'previewInvitation'>>(
      'GET',
      `/process-draft/${draftId}/invitation/${personId}`,
      undefined,
      { token },
    );

  it('shows the mail and the page of its link, of the first document where each has a process', async () => {
    const documents = [
      { ...(await uploaded()), name: 'Segundo anexo', order: 2 },
      { ...(await uploaded()), name: 'Primeiro anexo', order: 1 },
    ];
    const said = content({ documents, deadline: '2030-11-30' });
    const draftId = await saved(said);
    const { body } = await preview(draftId, cast.ana.personId);
    expect(body.door).toMatchObject({
      companyName: 'Padaria Real Ltda',
      summary: 'Contrato de locação',
      documents: 2,
      deadline: '2030-12-01T02:59:59.000Z',
    });
    expect(body.mail.subject).toBe('Assinatura solicitada: Contrato de locação');
    const [invited] = (await get(draftId)).body.people;
    for (const words of [
      invited?.name ?? '?',
      'Padaria Real Ltda',
      'Primeiro anexo',
      'Segundo anexo',
      'Ler e assinar',
    ])
      expect(body.mail.html).toContain(words);
    await save(draftId, 1, { ...said, type: 'separate', deadline: '30/1' });
    const separate = (await preview(draftId, cast.ana.personId)).body;
    expect(separate.door).toMatchObject({ documents: 1, deadline: null });
    expect(separate.mail.html).not.toContain('Segundo anexo');
  });

  it('is in the language that is registered of the person', async () => {
    const bill = await cast.harness.person(cast.own.token, { name: 'Bill Evans', language: 'en' });
    const taking = { personId: bill.personId, part: 'signer' as const, group: 1 };
    const participants = [{ ...taking, requirements: { location: false } }];
    const draftId = await saved(content({ participants, documents: [await uploaded()] }));
    const { mail } = (await preview(draftId, bill.personId)).body;
    expect(mail.html).toContain('lang="en"');
    expect(mail.subject).not.toContain('Assinatura solicitada');
  });

  it('needs a participant and a company of its own, and a user who reaches the draft', async () => {
    const draftId = await saved();
    const rui = await cast.harness.person(cast.own.token);
    expect(outcome(await preview(draftId, rui.personId))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect(outcome(await preview(draftId, cast.ana.personId, cast.other.token))).toEqual([
      404,
      'PROCESS_DRAFT_NOT_FOUND',
    ]);
    const without = await saved(content({ companyId: null }));
    expect(outcome(await preview(without, cast.ana.personId))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });
});
