import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { outcome, useProcessDrafts } from '../testing/use-process-drafts.ts';

const { cast, content, get, list, remove, save, saved, uploaded } = useProcessDrafts();

describe('a draft', () => {
  it('comes back as it was saved, with present names of people and things', async () => {
    const document = await uploaded();
    const said = content({ documents: [document], ordered: true, deadline: '2026-12-24' });
    const draftId = await saved(said);
    const renamed = { name: 'Ana de Souza', email: cast.ana.email };
    await cast.harness.send('PATCH', `/person/${cast.ana.personId}`, renamed, { token: cast.own.token });
    const { body } = await get(draftId);
    expect(body).toMatchObject({
      draftId,
      revision: 1,
      changedBy: { userId: cast.own.userId, name: cast.own.registration.administrator.name },
      content: { ...said, documents: [{ ...document, proof: expect.any(String) as string }] },
      company: { companyId: cast.companyId, companyName: 'Padaria Real Ltda' },
      people: [
        { personId: cast.ana.personId, name: 'Ana de Souza', cpf: cast.ana.cpf, email: cast.ana.email },
      ],
    });
    expect(await cast.harness.stream(streams.process(draftId))).toEqual([]);
  });

  it('makes a process days later, by another member, though the proof of its upload is over', async () => {
    const draftId = await saved(content({ documents: [await uploaded()] }));
    cast.now = new Date(cast.now.getTime() + 5 * 86_400_000);
    const { token } = await cast.harness.member(cast.own.tenantId, 'common', {
      companyIds: [cast.companyId],
    });
    const { body: draft } = await get(draftId, token);
    const again = await save(draftId, 1, { ...draft.content, summary: 'Outro resumo' }, token);
    expect(outcome(again)).toEqual([200, undefined]);
    const body = {
      summary: 'Contrato',
      companyId: cast.companyId,
      documents: draft.content.documents.map(({ proof }) => ({ proof })),
      participants: [{ personId: cast.ana.personId, part: 'signer' }],
    };
    expect(outcome(await cast.harness.send('POST', '/process', body, { token }))).toEqual([201, undefined]);
    expect(outcome(await remove(draftId, token))).toEqual([200, undefined]);
  });

  it('stores no text of it in the clear', async () => {
    const draftId = await saved(content({ summary: 'Demissão do diretor' }));
    const { rows } = await cast.harness.pool.query<{ content: Buffer }>(
      'select content from command.process_draft where draft_id = $1',
      [draftId],
    );
    expect(rows[0]?.content.includes('Demiss')).toBe(false);
    expect(rows[0]?.content.includes(cast.ana.personId)).toBe(false);
  });

  it('leaves out removed people and things, which its ids still name', async () => {
    const gone = await cast.harness.person(cast.own.token);
    const away = await cast.harness.company(cast.own.token);
    const participants = [gone, cast.ana].map(({ personId }) => ({
      personId,
      part: 'signer' as const,
      requirements: { location: false },
      group: 1,
    }));
    const draftId = await saved(content({ participants, companyId: away }));
    await cast.harness.send('DELETE', `/person/${gone.personId}`, undefined, { token: cast.own.token });
    await cast.harness.send('DELETE', `/company/${away}`, undefined, { token: cast.own.token });
    const { body } = await get(draftId);
    expect(body.people.map(({ personId }) => personId)).toEqual([cast.ana.personId]);
    expect(body.company).toBeNull();
    expect(body.content.participants).toHaveLength(2);
    expect(outcome(await save(draftId, 1, { ...body.content, companyId: null }))).toEqual([200, undefined]);
  });
});

describe('saving', () => {
  it('refuses the second of two users who changed the same revision, and names the first', async () => {
    const draftId = await saved();
    expect(outcome(await save(draftId, 1, content({ summary: 'De Leo' }), cast.manager.token))).toEqual([
      200,
      undefined,
    ]);
    const late = await save(draftId, 1, content({ summary: 'Atrasado' }));
    expect(outcome(late)).toEqual([409, 'PROCESS_DRAFT_CHANGED']);
    expect(late.body).toMatchObject({ detail: expect.stringMatching(/^Leo o salvou em /) as string });
    expect((await get(draftId)).body.content.summary).toBe('De Leo');
  });

  it('is one save when it is repeated, with its key and without', async () => {
    const draftId = await saved();
    const said = content({ summary: 'Uma vez', documents: [await uploaded()] });
    const answers = [
      await save(draftId, 1, said, cast.own.token, 'draft-1'),
      await save(draftId, 1, said, cast.own.token, 'draft-1'),
      await save(draftId, 1, said),
    ];
    expect(answers.map(({ body }) => body)).toEqual([answers[0]?.body, answers[0]?.body, answers[0]?.body]);
    expect(answers[0]?.body.revision).toBe(2);
    const key = await save(draftId, 2, content({ summary: 'Outra' }), cast.own.token, 'draft-1');
    expect(key.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    [
      'another tenant’s upload',
      async () => ({ documents: [await uploaded(cast.other.tenantId)] }),
      'UPLOAD_PROOF_INVALID',
    ],
    [
      'a proof of another upload',
      async () => ({ documents: [{ ...(await uploaded()), uploadId: randomUUID() }] }),
      'UPLOAD_PROOF_INVALID',
    ],
    [
      'another tenant’s company',
      async () => ({ companyId: await cast.harness.company(cast.other.token) }),
      'COMPANY_NOT_FOUND',
    ],
    [
      'another tenant’s person',
      async () => ({
        participants: [
          { ...content().participants[0]!, personId: (await cast.harness.person(cast.other.token)).personId },
        ],
      }),
      'PERSON_NOT_FOUND',
    ],
  ] as const)('refuses %s', async (_, overrides, code) => {
    const reply = await save(randomUUID(), 0, content(await overrides()));
    expect(reply.body.code).toBe(code);
  });
});

it('is unknown once it is discarded, and not restored by a late save', async () => {
  const draftId = await saved();
  expect(outcome(await remove(draftId))).toEqual([200, undefined]);
  expect(outcome(await get(draftId))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
  expect(outcome(await save(draftId, 1, content()))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
  expect((await list()).items.map((item) => item.draftId)).not.toContain(draftId);
});
