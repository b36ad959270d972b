import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Harness, type Reply } from '../testing/harness.ts';

type Content = BodyOf<'saveProcessDraft'>['content'];

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: typeof own;
let companyId: string;
let othersCompanyId: string;
let common: { userId: string; token: string };
let manager: { userId: string; token: string };
let ana: { personId: string; cpf: string; email: string };
let clock = new Date();
beforeAll(async () => {
  harness = await Harness.start({ now: () => clock });
  [own, other] = [await harness.tenant(), await harness.tenant()];
  [companyId, othersCompanyId] = [await harness.company(own.token), await harness.company(own.token)];
  common = await harness.member(own.tenantId, 'common', { companyIds: [companyId], name: 'Bia' });
  manager = await harness.member(own.tenantId, 'manager', { name: 'Leo' });
  ana = await harness.person(own.token, { name: 'Ana Souza' });
});
beforeEach(() => {
  clock = new Date();
});
afterAll(() => harness.stop());

const content = (overrides: Partial<Content> = {}): Content => ({
  intent: randomUUID(),
  summary: 'Contrato de locação',
  suggested: '',
  documents: [],
  companyId,
  companyOffered: true,
  participants: [{ personId: ana.personId, part: 'signer', requirements: { location: false }, group: 1 }],
  minimumSignatories: null,
  acceptsLateSignatures: false,
  type: 'single',
  roles: [],
  ordered: false,
  deadline: '',
  reminderDays: null,
  tagIds: [],
  requirements: { location: false },
  defaulted: true,
  ...overrides,
});

async function uploaded(tenantId = own.tenantId) {
  const proof = await harness.proof(tenantId, 'a.pdf');
  const [, payload = ''] = proof.split('.');
  const { claims } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    claims: { uploadId: string };
  };
  return {
    uploadId: claims.uploadId,
    name: 'a.pdf',
    chosenName: 'a.pdf',
    sizeBytes: 1234,
    pages: 2,
    alreadySigned: false,
    normalised: false,
    proof,
    order: 1,
  };
}

const save = (draftId: string, revision: number, said: Content, token = own.token, key?: string) =>
  harness.send<AnswerOf<'saveProcessDraft'>>(
    'POST',
    `/process-draft/${draftId}`,
    { revision, content: said },
    { token, key },
  );
const get = (draftId: string, token = own.token) =>
  harness.send<AnswerOf<'getProcessDraft'>>('GET', `/process-draft/${draftId}`, undefined, { token });
const list = async (token = own.token) =>
  (await harness.send<AnswerOf<'listProcessDrafts'>>('GET', '/process-draft', undefined, { token })).body;
const remove = (draftId: string, token = own.token) =>
  harness.send('DELETE', `/process-draft/${draftId}`, undefined, { token });
const outcome = ({ status, body }: Reply<unknown>) => [status, body.code];

async function saved(said: Content = content(), token = own.token): Promise<string> {
  const draftId = randomUUID();
  expect(outcome(await save(draftId, 0, said, token))).toEqual([200, undefined]);
  return draftId;
}

describe('a draft', () => {
  it('comes back as it was saved, with present names of people and things', async () => {
    const document = await uploaded();
    const said = content({ documents: [document], ordered: true, deadline: '2026-12-24' });
    const draftId = await saved(said);
    const renamed = { name: 'Ana de Souza', email: ana.email };
    await harness.send('PATCH', `/person/${ana.personId}`, renamed, { token: own.token });
    const { body } = await get(draftId);
    expect(body).toMatchObject({
      draftId,
      revision: 1,
      changedBy: { userId: own.userId, name: own.registration.administrator.name },
      content: { ...said, documents: [{ ...document, proof: expect.any(String) as string }] },
      company: { companyId, companyName: 'Padaria Real Ltda' },
      people: [{ personId: ana.personId, name: 'Ana de Souza', cpf: ana.cpf, email: ana.email }],
    });
    expect(await harness.stream(streams.process(draftId))).toEqual([]);
  });

  it('makes a process days later, by another member, though the proof of its upload is over', async () => {
    const draftId = await saved(content({ documents: [await uploaded()] }));
    clock = new Date(clock.getTime() + 5 * 86_400_000);
    const { token } = await harness.member(own.tenantId, 'common', { companyIds: [companyId] });
    const { body: draft } = await get(draftId, token);
    const again = await save(draftId, 1, { ...draft.content, summary: 'Outro resumo' }, token);
    expect(outcome(again)).toEqual([200, undefined]);
    const body = {
      summary: 'Contrato',
      companyId,
      documents: draft.content.documents.map(({ proof }) => ({ proof })),
      participants: [{ personId: ana.personId, part: 'signer' }],
    };
    expect(outcome(await harness.send('POST', '/process', body, { token }))).toEqual([201, undefined]);
    expect(outcome(await remove(draftId, token))).toEqual([200, undefined]);
  });

  it('stores no text of it in the clear', async () => {
    const draftId = await saved(content({ summary: 'Demissão do diretor' }));
    const { rows } = await harness.pool.query<{ content: Buffer }>(
      'select content from command.process_draft where draft_id = $1',
      [draftId],
    );
    expect(rows[0]?.content.includes('Demiss')).toBe(false);
    expect(rows[0]?.content.includes(ana.personId)).toBe(false);
  });

  it('leaves out removed people and things, which its ids still name', async () => {
    const gone = await harness.person(own.token);
    const away = await harness.company(own.token);
    const participants = [gone, ana].map(({ personId }) => ({
      personId,
      part: 'signer' as const,
      requirements: { location: false },
      group: 1,
    }));
    const draftId = await saved(content({ participants, companyId: away }));
    await harness.send('DELETE', `/person/${gone.personId}`, undefined, { token: own.token });
    await harness.send('DELETE', `/company/${away}`, undefined, { token: own.token });
    const { body } = await get(draftId);
    expect(body.people.map(({ personId }) => personId)).toEqual([ana.personId]);
    expect(body.company).toBeNull();
    expect(body.content.participants).toHaveLength(2);
    expect(outcome(await save(draftId, 1, { ...body.content, companyId: null }))).toEqual([200, undefined]);
  });
});

describe('saving', () => {
  it('refuses the second of two users who changed the same revision, and names the first', async () => {
    const draftId = await saved();
    expect(outcome(await save(draftId, 1, content({ summary: 'De Leo' }), manager.token))).toEqual([
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
      await save(draftId, 1, said, own.token, 'draft-1'),
      await save(draftId, 1, said, own.token, 'draft-1'),
      await save(draftId, 1, said),
    ];
    expect(answers.map(({ body }) => body)).toEqual([answers[0]?.body, answers[0]?.body, answers[0]?.body]);
    expect(answers[0]?.body.revision).toBe(2);
    const key = await save(draftId, 2, content({ summary: 'Outra' }), own.token, 'draft-1');
    expect(key.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it.each([
    [
      'another tenant’s upload',
      async () => ({ documents: [await uploaded(other.tenantId)] }),
      'UPLOAD_PROOF_INVALID',
    ],
    [
      'a proof of another upload',
      async () => ({ documents: [{ ...(await uploaded()), uploadId: randomUUID() }] }),
      'UPLOAD_PROOF_INVALID',
    ],
    [
      'another tenant’s company',
      async () => ({ companyId: await harness.company(other.token) }),
      'COMPANY_NOT_FOUND',
    ],
    [
      'another tenant’s person',
      async () => ({
        participants: [
          { ...content().participants[0]!, personId: (await harness.person(other.token)).personId },
        ],
      }),
      'PERSON_NOT_FOUND',
    ],
  ] as const)('refuses %s', async (_, overrides, code) => {
    const reply = await save(randomUUID(), 0, content(await overrides()));
    expect(reply.body.code).toBe(code);
  });
});

describe('drafts are shared', () => {
  it('with users who reach the company, and without one with administrators and managers alone', async () => {
    const [hers, hidden, without] = [
      await saved(),
      await saved(content({ companyId: othersCompanyId })),
      await saved(content({ companyId: null })),
    ];
    const begun = await saved(content({ companyId: null }), common.token);
    const seen = (await list(common.token)).items.map(({ draftId }) => draftId);
    expect(seen).toEqual(expect.arrayContaining([hers, begun]));
    expect(seen).not.toContain(hidden);
    expect(seen).not.toContain(without);
    for (const draftId of [hidden, without]) {
      expect(outcome(await get(draftId, common.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
      expect(outcome(await remove(draftId, common.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
      const said = content({ companyId });
      expect(outcome(await save(draftId, 1, said, common.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
      expect(outcome(await save(draftId, 0, said, common.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
    }
    const beyond = await save(randomUUID(), 0, content({ companyId: othersCompanyId }), common.token);
    expect(beyond.body.code).toBe('COMPANY_NOT_FOUND');
    const all = (await list(manager.token)).items.map(({ draftId }) => draftId);
    expect(all).toEqual(expect.arrayContaining([hers, hidden, without, begun]));
  });

  it('with no user of another tenant', async () => {
    const draftId = await saved();
    expect(outcome(await get(draftId, other.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
    expect(outcome(await remove(draftId, other.token))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
    for (const revision of [0, 1]) {
      const said = content({ companyId: null, participants: [] });
      expect(outcome(await save(draftId, revision, said, other.token))).toEqual([
        404,
        'PROCESS_DRAFT_NOT_FOUND',
      ]);
    }
    expect((await list(other.token)).items).toEqual([]);
    expect((await get(draftId)).body.revision).toBe(1);
  });

  it('in a list with summary and last editor, the newest first', async () => {
    const draftId = await saved(content({ summary: 'Distrato', documents: [await uploaded()] }));
    clock = new Date(clock.getTime() + 1000);
    await save(draftId, 1, content({ summary: 'Distrato amigável' }), manager.token);
    const { items, total } = await list();
    expect(items[0]).toEqual({
      draftId,
      revision: 2,
      changedAt: clock.toISOString(),
      changedBy: { userId: manager.userId, name: 'Leo' },
      summary: 'Distrato amigável',
      documents: 0,
      participants: 1,
      companyName: 'Padaria Real Ltda',
    });
    expect(total).toBe(items.length);
  });
});

it('is unknown once it is discarded, and not restored by a late save', async () => {
  const draftId = await saved();
  expect(outcome(await remove(draftId))).toEqual([200, undefined]);
  expect(outcome(await get(draftId))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
  expect(outcome(await save(draftId, 1, content()))).toEqual([404, 'PROCESS_DRAFT_NOT_FOUND']);
  expect((await list()).items.map((item) => item.draftId)).not.toContain(draftId);
});

describe('the invitation of a draft', () => {
  const preview = (draftId: string, personId: string, token = own.token) =>
    harness.send<AnswerOf<'previewInvitation'>>(
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
    const { body } = await preview(draftId, ana.personId);
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
    const separate = (await preview(draftId, ana.personId)).body;
    expect(separate.door).toMatchObject({ documents: 1, deadline: null });
    expect(separate.mail.html).not.toContain('Segundo anexo');
  });

  it('is in the language that is registered of the person', async () => {
    const bill = await harness.person(own.token, { name: 'Bill Evans', language: 'en' });
    const taking = { personId: bill.personId, part: 'signer' as const, group: 1 };
    const participants = [{ ...taking, requirements: { location: false } }];
    const draftId = await saved(content({ participants, documents: [await uploaded()] }));
    const { mail } = (await preview(draftId, bill.personId)).body;
    expect(mail.html).toContain('lang="en"');
    expect(mail.subject).not.toContain('Assinatura solicitada');
  });

  it('needs a participant and a company of its own, and a user who reaches the draft', async () => {
    const draftId = await saved();
    const rui = await harness.person(own.token);
    expect(outcome(await preview(draftId, rui.personId))).toEqual([404, 'PERSON_NOT_FOUND']);
    expect(outcome(await preview(draftId, ana.personId, other.token))).toEqual([
      404,
      'PROCESS_DRAFT_NOT_FOUND',
    ]);
    const without = await saved(content({ companyId: null }));
    expect(outcome(await preview(without, ana.personId))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });
});

describe('a draft made from a process', () => {
  const duplicate = (processId: string, token = own.token, key?: string) =>
    harness.send<AnswerOf<'duplicateProcess'>>('POST', `/process/${processId}/duplicate`, undefined, {
      token,
      key,
    });

  it('has the content of the process but its deadline, and makes another one', async () => {
    const rui = await harness.person(own.token);
    const selection = { question: 'Pix?', options: ['Sim', 'Não'], minimum: 1, maximum: 1 };
    const asked: BodyOf<'createProcess'> = {
      summary: 'Contrato de locação',
      companyId,
      documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf'), selection }],
      participants: [
        { personId: ana.personId, part: 'signer', requirements: { location: true }, group: 1 },
        { personId: rui.personId, part: 'attestant', group: 2 },
      ],
      deadline: new Date(clock.getTime() + 86_400_000).toISOString(),
      reminders: { everyDays: 3 },
    };
    const first = await harness.send<AnswerOf<'createProcess'>>('POST', '/process', asked, {
      token: own.token,
    });
    const { processId } = first.body;
    const answers = [
      await duplicate(processId, own.token, 'copy'),
      await duplicate(processId, own.token, 'copy'),
    ];
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    const { content: copied, people } = (await get(answers[0]?.body.draftId ?? '')).body;
    expect(copied).toMatchObject({
      summary: 'Contrato de locação',
      companyId,
      ordered: true,
      deadline: '',
      reminderDays: 3,
      documents: [{ name: 'a.pdf', pages: 2, selection: { ...selection, askedOf: [ana.personId] } }],
      participants: [
        { personId: ana.personId, part: 'signer', requirements: { location: true }, group: 1 },
        { personId: rui.personId, part: 'attestant', group: 2 },
      ],
    });
    expect(people).toHaveLength(2);
    const documents = copied.documents.map(({ proof }) => ({ proof }));
    const again = { ...asked, documents, deadline: null };
    expect(outcome(await harness.send('POST', '/process', again, { token: own.token }))).toEqual([
      201,
      undefined,
    ]);
  });

  it('leaves out people who are not registered any more', async () => {
    const { processId, ana: gone, rui } = await harness.process(own);
    const cancelled = await harness.send('POST', `/process/${processId}/cancel`, {}, { token: own.token });
    expect(outcome(cancelled)).toEqual([200, undefined]);
    await harness.send('DELETE', `/person/${gone.personId}`, undefined, { token: own.token });
    const { body } = await duplicate(processId);
    const { content: copied } = (await get(body.draftId)).body;
    expect(copied.participants.map(({ personId }) => personId)).toEqual([rui.personId]);
  });

  it('answers 404 for a process beyond reach', async () => {
    const { processId } = await harness.process(own);
    for (const token of [common.token, other.token])
      expect(outcome(await duplicate(processId, token))).toEqual([404, 'SIGNATURE_PROCESS_NOT_FOUND']);
  });
});
