import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type BodyOf, type DataOf } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Harness, sha256Of, type Reply } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let other: Awaited<ReturnType<Harness['tenant']>>;
let companyId: string;
let ana: string;
let rui: string;
beforeAll(async () => {
  harness = await Harness.start();
  own = await harness.tenant();
  other = await harness.tenant();
  ana = (await harness.person(own.token)).personId;
  rui = (await harness.person(own.token)).personId;
  companyId = await harness.company(own.token);
});
afterAll(() => harness.stop());

const send = <Answer = Record<string, unknown>>(
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  { token = own.token, key }: { token?: string; key?: string } = {},
) => harness.send<Answer>(method, url, body, { token, key });
const told = ({ status, body }: Reply<object>) => [status, body.code];
const role = (key: string, over: object = {}) => ({ key, label: `A ${key}`, part: 'signer', ...over });
const pdf = async (name = 'termo.pdf') => ({ kind: 'pdf', proof: await harness.proof(own.tenantId, name) });
const text = { kind: 'text', title: 'Contrato', text: '{{contratada.nome}} e {{valor}}' };
const template = async (over: object = {}, options?: { token?: string; key?: string }) =>
  send<AnswerOf<'createTemplate'>>(
    'POST',
    '/template',
    { name: 'Termo', roles: [role('contratada')], content: await pdf(), ...over },
    options,
  );
const use = (templateId: string, body: object = {}, options?: { token?: string; key?: string }) =>
  send<AnswerOf<'useTemplate'>>(
    'POST',
    `/template/${templateId}/use`,
    { companyId, participants: [{ role: 'contratada', personId: ana }], ...body },
    options,
  );
/** What the signer service would answer with when this template is filled. */
const filled = (templateId: string, over: object = {}, tenantId = own.tenantId) =>
  harness.proof(tenantId, 'Contrato.pdf', 'preenchido', {
    templateId,
    companyId,
    people: { contratada: ana },
    ...over,
  });
async function created(processId: string): Promise<DataOf<'ProcessCreated'>> {
  const [event] = await harness.stream(streams.process(processId));
  return event?.data as unknown as DataOf<'ProcessCreated'>;
}
const tag = async (name: string) =>
  (await send<AnswerOf<'createTag'>>('POST', '/tenant/tags', { name })).body.tagId;
const types = (templateId: string) => harness.types(streams.template(templateId));

describe('a template', () => {
  it('keeps a PDF that was sent, with the parts of who takes part', async () => {
    const roles = [
      role('contratada', { requirements: { location: true }, group: 1 }),
      role('testemunha', { part: 'attestant', group: 2, personId: rui }),
    ];
    const tagId = await tag('rh');
    const { status, body } = await template({ description: 'Termo\nde uso', tagIds: [tagId], roles });
    expect(status).toBe(201);
    const [event] = await harness.stream(streams.template(body.templateId));
    expect(event?.data).toEqual({
      templateId: body.templateId,
      tenantId: own.tenantId,
      fields: {
        name: 'Termo',
        description: 'Termo\nde uso',
        tagIds: [tagId],
        roles: [
          { ...roles[0], requirements: { location: true } },
          { ...roles[1], requirements: { location: false } },
        ],
      },
      content: {
        kind: 'pdf',
        name: 'termo.pdf',
        sha256: sha256Of('termo.pdf'),
        sourceSha256: sha256Of('termo.pdf'),
        sizeBytes: 1234,
        pages: 2,
        alreadySigned: false,
      },
    });
  });

  it('is edited with or without its document, and removed', async () => {
    const { templateId } = (await template()).body;
    const edit = { name: 'Outro', roles: [role('contratada')] };
    expect((await send('PATCH', `/template/${templateId}`, edit)).status).toBe(200);
    expect((await send('PATCH', `/template/${templateId}`, { ...edit, content: text })).status).toBe(200);
    const kinds = (await harness.stream(streams.template(templateId))).map(
      ({ data }) => (data as unknown as DataOf<'TemplateCreated'>).content.kind,
    );
    expect(kinds).toEqual(['pdf', 'pdf', 'text']);
    expect((await send('DELETE', `/template/${templateId}`)).status).toBe(200);
    for (const reply of [
      await send('DELETE', `/template/${templateId}`),
      await send('PATCH', `/template/${templateId}`, edit),
      await use(templateId),
    ])
      expect(told(reply)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it('that was used is answered alike by a repetition after it was removed', async () => {
    const { templateId } = (await template()).body;
    const options = { key: `used-${templateId}` };
    const first = await use(templateId, {}, options);
    expect(first.status).toBe(201);
    await send('DELETE', `/template/${templateId}`);
    // As if the answer had never been kept: only the log knows of it.
    await harness.service.answers.settled();
    await harness.service.pool.query('delete from command.idempotency');
    const again = await use(templateId, {}, options);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(told(await use(templateId))).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it.each([
    ['no role', { roles: [] }, 'CLASS_VALIDATION_ERROR'],
    ['a role twice', { roles: [role('a'), role('a')] }, 'CLASS_VALIDATION_ERROR'],
    ['a role of a reserved name', { roles: [role('empresa')] }, 'CLASS_VALIDATION_ERROR'],
    ['nobody who signs', { roles: [role('a', { part: 'attestant' })] }, 'NO_SIGNERS_PROVIDED'],
    ['a minimum out of reach', { minimumSignatories: 1 }, 'MINIMUM_SIGNATORIES_INVALID'],
    ['a stranger in a role', { roles: [role('a', { personId: randomUUID() })] }, 'PERSON_NOT_FOUND'],
    ['a tag of nobody', { tagIds: [randomUUID()] }, 'TAG_NOT_FOUND'],
    ['a proof of nobody', { content: { kind: 'pdf', proof: 'x.y.z' } }, 'UPLOAD_PROOF_INVALID'],
    ['an unknown placeholder', { content: { ...text, text: '{{locador.nome}}' } }, 'CLASS_VALIDATION_ERROR'],
    ['no text', { content: { ...text, text: ' ' } }, 'CLASS_VALIDATION_ERROR'],
  ])('cannot have %s', async (_case, over, code) => {
    const before = await harness.eventStore.head();
    expect((await template(over)).body.code).toBe(code);
    expect(await harness.eventStore.head()).toBe(before);
  });

  it('takes no proof of another tenant', async () => {
    const content = { kind: 'pdf', proof: await harness.proof(other.tenantId, 'a.pdf') };
    expect((await template({ content })).body.code).toBe('UPLOAD_PROOF_INVALID');
  });

  it('is created once for its key', async () => {
    const body = { name: 'Termo', roles: [role('contratada')], content: text };
    const [one, two] = [
      await send<AnswerOf<'createTemplate'>>('POST', '/template', body, { key: 'template-1' }),
      await send<AnswerOf<'createTemplate'>>('POST', '/template', body, { key: 'template-1' }),
    ];
    expect(two.body).toEqual(one.body);
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    const fromTheLog = await send('POST', '/template', body, { key: 'template-1' });
    expect(fromTheLog.body).toEqual(one.body);
    expect(await types(one.body.templateId)).toEqual(['TemplateCreated']);
  });

  it('is for stewards of its tenant to change, and for others to use', async () => {
    const { templateId } = (await template()).body;
    const common = await harness.member(own.tenantId, 'common', { companyIds: [companyId] });
    const without = await harness.member(own.tenantId, 'common');
    const { token } = common;
    const edit = { name: 'X', roles: [role('contratada')] };
    expect(told(await template({}, { token }))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    for (const [method, body] of [['PATCH', edit], ['DELETE']] as const) {
      expect(told(await send(method, `/template/${templateId}`, body, { token }))).toEqual([
        403,
        'AUTH_USER_WITHOUT_PERMISSION',
      ]);
      const foreign = await send(method, `/template/${templateId}`, body, { token: other.token });
      expect(told(foreign)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    }
    expect((await use(templateId, {}, { token })).status).toBe(201);
    expect(told(await use(templateId, {}, { token: without.token }))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });
});

describe('using a template', () => {
  it('creates a process of its document and its people', async () => {
    const roles = [
      role('contratada', { requirements: { location: true }, group: 1 }),
      role('testemunha', { part: 'attestant', group: 2, personId: rui }),
    ];
    const { templateId } = (await template({ name: 'Termo de uso', roles })).body;
    const { status, body } = await use(templateId);
    expect([status, body.documents.map(({ name }) => name)]).toEqual([201, ['termo.pdf']]);
    const process = await created(body.processId);
    expect(process).toMatchObject({
      summary: 'Termo de uso',
      company: { companyId },
      requester: { userId: own.userId },
      documents: [{ name: 'termo.pdf', sha256: sha256Of('termo.pdf'), pages: 2 }],
      participants: [
        { personId: ana, part: 'signer', requirements: { location: true }, group: 1 },
        { personId: rui, part: 'attestant', requirements: { location: false }, group: 2 },
      ],
    });
    expect(await harness.types(streams.process(body.processId))).toEqual(['ProcessCreated']);
  });

  it('goes by what the request says before what the template does', async () => {
    const { templateId } = (await template({ roles: [role('contratada', { personId: rui })] })).body;
    const participants = [{ role: 'contratada', personId: ana, requirements: { location: true } }];
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await use(templateId, { summary: 'Meu resumo', participants, deadline });
    expect(await created(body.processId)).toMatchObject({
      summary: 'Meu resumo',
      deadline,
      participants: [{ personId: ana, requirements: { location: true } }],
    });
    const byItself = await use(templateId, { participants: [] });
    expect(await created(byItself.body.processId)).toMatchObject({ participants: [{ personId: rui }] });
  });

  it('begins with the tags of the template, as far as these are there, and those of the request', async () => {
    const [kept, gone, more] = [await tag('fica'), await tag('sai'), await tag('mais')];
    const { templateId } = (await template({ tagIds: [gone, kept] })).body;
    await send('DELETE', `/tenant/tags/${gone}`);
    const { body } = await use(templateId, { tagIds: [more] });
    expect((await created(body.processId)).tagIds).toEqual([kept, more]);
    expect((await use(templateId, { tagIds: [gone] })).body.code).toBe('TAG_NOT_FOUND');
  });

  it('lets the company’s default signatories represent it', async () => {
    const eva = (await harness.person(own.token)).personId;
    const represented = await harness.company(own.token, { defaultSignatoryIds: [ana, rui, eva] });
    const roles = [
      role('contratada'),
      role('diretora', { part: 'signatory' }),
      role('presidente', { part: 'signatory' }),
    ];
    const { templateId } = (await template({ roles, minimumSignatories: 1 })).body;
    // Ana signs for herself, and so not for the company.
    const { body } = await use(templateId, { companyId: represented });
    expect(await created(body.processId)).toMatchObject({
      minimumSignatories: 1,
      participants: [{ personId: ana }, { personId: rui, part: 'signatory' }, { personId: eva }],
    });
    const nobody = await use(templateId);
    expect(nobody.body).toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ message: 'Informe quem é: A diretora' }, { message: 'Informe quem é: A presidente' }],
    });
  });

  it('of a text takes the PDF it was filled into', async () => {
    const { templateId } = (await template({ content: text })).body;
    expect(told(await use(templateId))).toEqual([422, 'UPLOAD_PROOF_INVALID']);
    const proof = await filled(templateId);
    const { body } = await use(templateId, { proof });
    expect(body.documents).toMatchObject([{ name: 'Contrato.pdf' }]);
    const stored = (await template()).body;
    expect(told(await use(stored.templateId, { proof }))).toEqual([422, 'UPLOAD_PROOF_INVALID']);
  });

  it('of a text takes no PDF that was not filled from it, for the same company and people', async () => {
    const { templateId } = (await template({ content: text })).body;
    const another = (await template({ content: text })).body.templateId;
    const branch = await harness.company(own.token);
    for (const [proof, message] of [
      [
        await harness.proof(own.tenantId, 'Contrato.pdf'),
        'Este arquivo não foi preenchido a partir deste modelo',
      ],
      [await filled(another), 'Este arquivo não foi preenchido a partir deste modelo'],
      [await filled(templateId, { companyId: branch }), 'O modelo foi preenchido para outra empresa'],
      [
        await filled(templateId, { people: { contratada: rui } }),
        'O modelo foi preenchido com outra pessoa no papel "contratada"',
      ],
      [
        await filled(templateId, { people: { contratada: ana, testemunha: rui } }),
        'O modelo foi preenchido com outra pessoa no papel "testemunha"',
      ],
      [await filled(templateId, {}, other.tenantId), 'Preencha o modelo de novo'],
      [await harness.faceProof({ tenantId: own.tenantId }), 'Preencha o modelo de novo'],
      ['nada', 'Preencha o modelo de novo'],
    ] as const) {
      const { status, body } = await use(templateId, { proof });
      expect([status, body]).toMatchObject([
        422,
        { code: 'UPLOAD_PROOF_INVALID', errors: [{ field: 'proof', message }] },
      ]);
    }
    const forBranch = await filled(templateId, { companyId: branch });
    expect((await use(templateId, { companyId: branch, proof: forBranch })).status).toBe(201);
    // What was typed names nobody.
    const typed = await filled(templateId, { people: {} });
    const participants = [{ role: 'contratada', personId: rui }];
    expect((await use(templateId, { proof: typed, participants })).status).toBe(201);
  });

  it.each([
    ['a role that nobody takes', { participants: [] }, 'CLASS_VALIDATION_ERROR'],
    [
      'a role that is none',
      { participants: [{ role: 'outra', personId: randomUUID() }] },
      'CLASS_VALIDATION_ERROR',
    ],
    ['a stranger', { participants: [{ role: 'contratada', personId: randomUUID() }] }, 'PERSON_NOT_FOUND'],
    ['another company', { companyId: randomUUID() }, 'COMPANY_NOT_FOUND'],
    ['a deadline that has passed', { deadline: '2020-01-01T00:00:00Z' }, 'DEADLINE_INVALID'],
  ])('is refused with %s', async (_case, over, code) => {
    const { templateId } = (await template()).body;
    expect((await use(templateId, over)).body.code).toBe(code);
  });

  it('happens once for its key', async () => {
    const { templateId } = (await template()).body;
    const first = await use(templateId, {}, { key: 'use-1' });
    await harness.service.answers.settled();
    await harness.pool.query('truncate command.idempotency');
    expect((await use(templateId, {}, { key: 'use-1' })).body).toEqual(first.body);
    expect((await use(templateId, { summary: 'Outro' }, { key: 'use-1' })).body.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});

describe('an envelope', () => {
  const envelope = (body: object, options?: { token?: string }) =>
    send<AnswerOf<'createEnvelope'>>('POST', '/envelope', { name: 'Admissão', ...body }, options);
  const useEnvelope = (envelopeId: string, body: object = {}, options?: { token?: string }) =>
    send<AnswerOf<'useEnvelope'>>(
      'POST',
      `/envelope/${envelopeId}/use`,
      { companyId, participants: [{ role: 'contratada', personId: ana }], ...body } satisfies Partial<
        BodyOf<'useEnvelope'>
      >,
      options,
    );
  async function templates() {
    const one = (await template({ content: await pdf('um.pdf') })).body.templateId;
    const witness = role('testemunha', { part: 'attestant', personId: rui });
    const roles = [role('contratada', { requirements: { location: true } }), witness];
    const two = (await template({ roles, content: await pdf('dois.pdf') })).body.templateId;
    return [one, two] as const;
  }

  it('sends its templates together, in order, as one process or one for each', async () => {
    const [one, two] = await templates();
    const tagId = await tag('envelope');
    const { envelopeId } = (await envelope({ templateIds: [two, one], tagIds: [tagId] })).body;
    const single = (await useEnvelope(envelopeId)).body;
    expect(single.processes).toHaveLength(1);
    expect(await created(single.processId)).toMatchObject({
      summary: 'Admissão',
      tagIds: [tagId],
      documents: [{ name: 'dois.pdf' }, { name: 'um.pdf' }],
      participants: [
        { personId: ana, part: 'signer', requirements: { location: true } },
        { personId: rui, part: 'attestant' },
      ],
    });
    const separate = (await useEnvelope(envelopeId, { type: 'separate' })).body;
    expect(separate.processes.map(({ documents }) => documents.map(({ name }) => name))).toEqual([
      ['dois.pdf'],
      ['um.pdf'],
    ]);
  });

  it('tells documents apart whose templates were made of files of one name', async () => {
    const contents = [await pdf('Ação.pdf'), await pdf('AÇÃO.PDF'), await pdf('ação (2).pdf')];
    const templateIds: string[] = [];
    for (const content of contents) templateIds.push((await template({ content })).body.templateId);
    const { envelopeId } = (await envelope({ templateIds })).body;
    const names = ['Ação.pdf', 'AÇÃO (2).PDF', 'ação (2) (2).pdf'];
    const single = await useEnvelope(envelopeId);
    expect(single.body.documents?.map(({ name }) => name)).toEqual(names);
    expect((await created(single.body.processId)).documents.map(({ name }) => name)).toEqual(names);
    const separate = await useEnvelope(envelopeId, { type: 'separate' });
    expect(separate.body.documents?.map(({ name }) => name)).toEqual(names);
  });

  it('takes the PDFs that its texts were filled into', async () => {
    const [one] = await templates();
    const ofText = (await template({ content: text })).body.templateId;
    const { envelopeId } = (await envelope({ templateIds: [one, ofText] })).body;
    expect((await useEnvelope(envelopeId)).body).toMatchObject({
      code: 'UPLOAD_PROOF_INVALID',
      errors: [{ field: `proofs.${ofText}` }],
    });
    const upload = await harness.proof(own.tenantId, 'Contrato.pdf');
    expect(
      (await useEnvelope(envelopeId, { proofs: [{ templateId: ofText, proof: upload }] })).body,
    ).toMatchObject({
      code: 'UPLOAD_PROOF_INVALID',
      errors: [{ field: `proofs.${ofText}` }],
    });
    const proof = await filled(ofText);
    const { body } = await useEnvelope(envelopeId, { proofs: [{ templateId: ofText, proof }] });
    expect(body.documents.map(({ name }) => name)).toEqual(['um.pdf', 'Contrato.pdf']);
    const stray = await useEnvelope(envelopeId, { proofs: [{ templateId: randomUUID(), proof }] });
    expect(told(stray)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it('has at least two templates that are there, none twice, which give nobody two parts', async () => {
    const [one, two] = await templates();
    const refusals = async (templateIds: string[]) => told(await envelope({ templateIds }));
    expect(await refusals([one])).toEqual([422, 'SINGLE_ITEM_GROUP']);
    expect(await refusals([one, one])).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    expect(await refusals([one, randomUUID()])).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    const roles = [role('testemunha')];
    const clash = (await template({ roles })).body.templateId;
    expect(await refusals([two, clash])).toEqual([422, 'DIFFERENT_GROUP_TYPE']);
    const foreign = await envelope({ templateIds: [one, two] }, { token: other.token });
    expect(told(foreign)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it('is not used with a template that is gone, or was changed so that it no longer fits', async () => {
    const [one, two] = await templates();
    const { envelopeId } = (await envelope({ templateIds: [one, two] })).body;
    const roles = [role('contratada'), role('testemunha')];
    await send('PATCH', `/template/${one}`, { name: 'Termo', roles });
    expect(told(await useEnvelope(envelopeId))).toEqual([422, 'DIFFERENT_GROUP_TYPE']);
    await send('DELETE', `/template/${one}`);
    expect((await useEnvelope(envelopeId)).body).toMatchObject({
      code: 'TEMPLATE_NOT_FOUND',
      errors: [{ field: 'templateIds.0' }],
    });
  });

  it('is edited and removed by stewards of its tenant', async () => {
    const [one, two] = await templates();
    const { envelopeId } = (await envelope({ templateIds: [one, two] })).body;
    const edit = { name: 'Outro', templateIds: [two, one] };
    const url = `/envelope/${envelopeId}`;
    const common = await harness.member(own.tenantId, 'common', { companyIds: [companyId] });
    expect(told(await send('PATCH', url, edit, common))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    expect(told(await send('DELETE', url, undefined, common))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    expect(told(await useEnvelope(envelopeId, {}, { token: other.token }))).toEqual([
      404,
      'ENVELOPE_NOT_FOUND',
    ]);
    expect(told(await send('PATCH', url, edit, { token: other.token }))).toEqual([404, 'ENVELOPE_NOT_FOUND']);
    expect(told(await send('DELETE', url, undefined, { token: other.token }))).toEqual([
      404,
      'ENVELOPE_NOT_FOUND',
    ]);
    expect((await useEnvelope(envelopeId, {}, common)).status).toBe(201);
    expect((await send('PATCH', url, edit)).status).toBe(200);
    expect((await send('DELETE', url)).status).toBe(200);
    expect(told(await send('PATCH', url, edit))).toEqual([404, 'ENVELOPE_NOT_FOUND']);
    expect(await harness.types(streams.envelope(envelopeId))).toEqual([
      'EnvelopeCreated',
      'EnvelopeEdited',
      'EnvelopeRemoved',
    ]);
  });
});

describe('a signer group', () => {
  const members = (...parts: string[]) =>
    [ana, rui].slice(0, parts.length).map((personId, index) => ({ personId, part: parts[index] }));
  const group = (body: object, options?: { token?: string }) =>
    send<AnswerOf<'createSignerGroup'>>('POST', '/signer-group', { name: 'Direção', ...body }, options);
  const process = async (signerGroups: object[], participants: object[] = [], at = companyId) =>
    send<AnswerOf<'createProcess'>>('POST', '/process', {
      summary: 'Contrato',
      companyId: at,
      documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
      participants,
      signerGroups,
    });

  it('takes part in a process as a whole', async () => {
    const { signerGroupId } = (await group({ members: members('signatory', 'signatory') })).body;
    const eva = (await harness.person(own.token)).personId;
    const asked = { signerGroupId, requirements: { location: true }, group: 2 };
    const { body } = await process([asked], [{ personId: eva, part: 'signer' }]);
    expect(await created(body.processId)).toMatchObject({
      participants: [
        { personId: eva, part: 'signer' },
        { personId: ana, part: 'signatory', requirements: { location: true }, group: 2 },
        { personId: rui, part: 'signatory', requirements: { location: true }, group: 2 },
      ],
    });
  });

  it.each([
    ['one person', ['signer'], 'SINGLE_ITEM_GROUP'],
    ['people of two parts', ['signer', 'attestant'], 'DIFFERENT_GROUP_TYPE'],
  ])('is not of %s', async (_case, parts, code) => {
    expect(told(await group({ members: members(...parts) }))).toEqual([422, code]);
    const { signerGroupId } = (await group({ members: members('signer', 'signer') })).body;
    const edit = { name: 'X', members: members(...parts) };
    expect(told(await send('PATCH', `/signer-group/${signerGroupId}`, edit))).toEqual([422, code]);
  });

  it('has members who are registered, each once', async () => {
    const [one] = members('signer', 'signer');
    const stranger = await group({ members: [one, { personId: randomUUID(), part: 'signer' }] });
    expect(stranger.body).toMatchObject({
      code: 'PERSON_NOT_FOUND',
      errors: [{ field: 'members.1.personId' }],
    });
    expect(told(await group({ members: [one, one] }))).toEqual([422, 'CLASS_VALIDATION_ERROR']);
  });

  it('with somebody who was removed is not used', async () => {
    const eva = (await harness.person(own.token)).personId;
    const people = [...members('signer'), { personId: eva, part: 'signer' }];
    const { signerGroupId } = (await group({ members: people })).body;
    await send('DELETE', `/person/${eva}`);
    expect((await process([{ signerGroupId }])).body).toMatchObject({
      code: 'PERSON_NOT_FOUND',
      errors: [{ field: 'signerGroups.0' }],
    });
  });

  it('is no second place for who takes part already', async () => {
    const { signerGroupId } = (await group({ members: members('signer', 'signer') })).body;
    const twice = await process([{ signerGroupId }], [{ personId: ana, part: 'signer' }]);
    expect(told(twice)).toEqual([409, 'CPF_DUPLICITY']);
  });

  it('is edited and removed by stewards of its tenant, and unknown to others', async () => {
    const { signerGroupId } = (await group({ members: members('signer', 'signer') })).body;
    const url = `/signer-group/${signerGroupId}`;
    const edit = { name: 'Outro', members: members('attestant', 'attestant') };
    const common = await harness.member(own.tenantId, 'common', { companyIds: [companyId] });
    for (const [method, body] of [['PATCH', edit], ['DELETE']] as const) {
      expect(told(await send(method, url, body, common))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
      expect(told(await send(method, url, body, { token: other.token }))).toEqual([404, 'GROUP_NOT_FOUND']);
    }
    expect(told(await group({ members: members('signer', 'signer') }, common))).toEqual([
      403,
      'AUTH_USER_WITHOUT_PERMISSION',
    ]);
    expect((await send('PATCH', url, edit)).status).toBe(200);
    expect((await send('DELETE', url)).status).toBe(200);
    expect(told(await process([{ signerGroupId }]))).toEqual([404, 'GROUP_NOT_FOUND']);
    expect(told(await send('DELETE', url))).toEqual([404, 'GROUP_NOT_FOUND']);
  });
});
