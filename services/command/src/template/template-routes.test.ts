import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type DataOf } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { sha256Of } from '../testing/harness.ts';
import { outcome, role, text, useTemplates } from '../testing/use-templates.ts';

const { cast, send, template, use, filled, created, tag, pdf } = useTemplates();
const types = (templateId: string) => cast.harness.types(streams.template(templateId));

describe('a template', () => {
  it('keeps an uploaded PDF, with the parts of its participants', async () => {
    const roles = [
      role('contratada', { requirements: { location: true }, group: 1 }),
      role('testemunha', { part: 'attestant', group: 2, personId: cast.rui }),
    ];
    const tagId = await tag('rh');
    const { status, body } = await template({ description: 'Termo\nde uso', tagIds: [tagId], roles });
    expect(status).toBe(201);
    const [event] = await cast.harness.stream(streams.template(body.templateId));
    expect(event?.data).toEqual({
      templateId: body.templateId,
      tenantId: cast.own.tenantId,
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
    const kinds = (await cast.harness.stream(streams.template(templateId))).map(
      ({ data }) => (data as unknown as DataOf<'TemplateCreated'>).content.kind,
    );
    expect(kinds).toEqual(['pdf', 'pdf', 'text']);
    expect((await send('DELETE', `/template/${templateId}`)).status).toBe(200);
    for (const reply of [
      await send('DELETE', `/template/${templateId}`),
      await send('PATCH', `/template/${templateId}`, edit),
      await use(templateId),
    ])
      expect(outcome(reply)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it('that was used is answered alike by a repetition after it was removed', async () => {
    const { templateId } = (await template()).body;
    const options = { key: `used-${templateId}` };
    const first = await use(templateId, {}, options);
    expect(first.status).toBe(201);
    await send('DELETE', `/template/${templateId}`);
    // As if the answer had never been kept: only the log knows of it.
    await cast.harness.service.answers.settled();
    await cast.harness.service.pool.query('delete from command.idempotency');
    const again = await use(templateId, {}, options);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(outcome(await use(templateId))).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it.each([
    ['no role', { roles: [] }, 'CLASS_VALIDATION_ERROR'],
    ['a role twice', { roles: [role('a'), role('a')] }, 'CLASS_VALIDATION_ERROR'],
    ['a role of a reserved name', { roles: [role('empresa')] }, 'CLASS_VALIDATION_ERROR'],
    ['no signer', { roles: [role('a', { part: 'attestant' })] }, 'NO_SIGNERS_PROVIDED'],
    [
      'who signs at another’s request before no witness',
      { roles: [role('contratada', { atRequest: true })] },
      'AT_REQUEST_WITNESSES_MISSING',
    ],
    ['a minimum out of reach', { minimumSignatories: 1 }, 'MINIMUM_SIGNATORIES_INVALID'],
    ['a stranger in a role', { roles: [role('a', { personId: randomUUID() })] }, 'PERSON_NOT_FOUND'],
    ['an unknown tag', { tagIds: [randomUUID()] }, 'TAG_NOT_FOUND'],
    ['a forged proof', { content: { kind: 'pdf', proof: 'x.y.z' } }, 'UPLOAD_PROOF_INVALID'],
    ['an unknown placeholder', { content: { ...text, text: '{{locador.nome}}' } }, 'CLASS_VALIDATION_ERROR'],
    ['no text', { content: { ...text, text: ' ' } }, 'CLASS_VALIDATION_ERROR'],
  ])('cannot have %s', async (_case, over, code) => {
    const before = await cast.harness.eventStore.head();
    expect((await template(over)).body.code).toBe(code);
    expect(await cast.harness.eventStore.head()).toBe(before);
  });

  it('of a Word document keeps its placeholders, held to the rules of a text', async () => {
    const word = async (placeholders: string[], tenantId = cast.own.tenantId) => ({
      kind: 'word',
      proof: await cast.harness.wordProof(tenantId, placeholders),
    });
    const names = ['contratada.nome', 'valor'];
    const { templateId } = (await template({ content: await word(names) })).body;
    const [event] = await cast.harness.stream(streams.template(templateId));
    const content = {
      kind: 'word',
      name: 'Contrato.pdf',
      sha256: sha256Of('mostrado'),
      sourceSha256: sha256Of('documento'),
      sizeBytes: 1234,
      pages: 2,
      placeholders: names,
    };
    expect(event?.data).toMatchObject({ content });
    const refusals = [
      [await word(['locador.nome']), 'CLASS_VALIDATION_ERROR'],
      [await word(names, cast.other.tenantId), 'UPLOAD_PROOF_INVALID'],
      [{ ...(await pdf()), kind: 'word' }, 'UPLOAD_PROOF_INVALID'],
      [{ ...(await word(names)), kind: 'pdf' }, 'UPLOAD_PROOF_INVALID'],
    ] as const;
    for (const [refused, code] of refusals)
      expect((await template({ content: refused })).body.code).toBe(code);
    expect(outcome(await use(templateId))).toEqual([422, 'UPLOAD_PROOF_INVALID']);
    expect((await use(templateId, { proof: await filled(templateId) })).status).toBe(201);
  });

  it('takes no proof of another tenant', async () => {
    const content = { kind: 'pdf', proof: await cast.harness.proof(cast.other.tenantId, 'a.pdf') };
    expect((await template({ content })).body.code).toBe('UPLOAD_PROOF_INVALID');
  });

  it('is created once for its key', async () => {
    const body = { name: 'Termo', roles: [role('contratada')], content: text };
    const [one, two] = [
      await send<AnswerOf<'createTemplate'>>('POST', '/template', body, { key: 'template-1' }),
      await send<AnswerOf<'createTemplate'>>('POST', '/template', body, { key: 'template-1' }),
    ];
    expect(two.body).toEqual(one.body);
    await cast.harness.service.answers.settled();
    await cast.harness.pool.query('truncate command.idempotency');
    const fromTheLog = await send('POST', '/template', body, { key: 'template-1' });
    expect(fromTheLog.body).toEqual(one.body);
    expect(await types(one.body.templateId)).toEqual(['TemplateCreated']);
  });

  it('is for stewards of its tenant to change, and for others to use', async () => {
    const { templateId } = (await template()).body;
    const common = await cast.harness.member(cast.own.tenantId, 'common', { companyIds: [cast.companyId] });
    const without = await cast.harness.member(cast.own.tenantId, 'common');
    const { token } = common;
    const edit = { name: 'X', roles: [role('contratada')] };
    expect(outcome(await template({}, { token }))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    for (const [method, body] of [['PATCH', edit], ['DELETE']] as const) {
      expect(outcome(await send(method, `/template/${templateId}`, body, { token }))).toEqual([
        403,
        'AUTH_USER_WITHOUT_PERMISSION',
      ]);
      const foreign = await send(method, `/template/${templateId}`, body, { token: cast.other.token });
      expect(outcome(foreign)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    }
    expect((await use(templateId, {}, { token })).status).toBe(201);
    expect(outcome(await use(templateId, {}, { token: without.token }))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });
});

describe('using a template', () => {
  it('creates a process of its document and its people', async () => {
    const roles = [
      role('contratada', { requirements: { location: true }, group: 1 }),
      role('testemunha', { part: 'attestant', group: 2, personId: cast.rui }),
    ];
    const { templateId } = (await template({ name: 'Termo de uso', roles })).body;
    const { status, body } = await use(templateId);
    expect([status, body.documents.map(({ name }) => name)]).toEqual([201, ['termo.pdf']]);
    const process = await created(body.processId);
    expect(process).toMatchObject({
      summary: 'Termo de uso',
      company: { companyId: cast.companyId },
      requester: { userId: cast.own.userId },
      documents: [{ name: 'termo.pdf', sha256: sha256Of('termo.pdf'), pages: 2 }],
      participants: [
        { personId: cast.ana, part: 'signer', requirements: { location: true }, group: 1 },
        { personId: cast.rui, part: 'attestant', requirements: { location: false }, group: 2 },
      ],
    });
    expect(await cast.harness.types(streams.process(body.processId))).toEqual(['ProcessCreated']);
  });

  it('prefers the request’s values to the template’s', async () => {
    const { templateId } = (await template({ roles: [role('contratada', { personId: cast.rui })] })).body;
    const participants = [{ role: 'contratada', personId: cast.ana, requirements: { location: true } }];
    const deadline = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await use(templateId, { summary: 'Meu resumo', participants, deadline });
    expect(await created(body.processId)).toMatchObject({
      summary: 'Meu resumo',
      deadline,
      participants: [{ personId: cast.ana, requirements: { location: true } }],
    });
    const byItself = await use(templateId, { participants: [] });
    expect(await created(byItself.body.processId)).toMatchObject({ participants: [{ personId: cast.rui }] });
  });

  it('begins with the existing tags of the template, and those of the request', async () => {
    const [kept, gone, more] = [await tag('fica'), await tag('sai'), await tag('mais')];
    const { templateId } = (await template({ tagIds: [gone, kept] })).body;
    await send('DELETE', `/tenant/tags/${gone}`);
    const { body } = await use(templateId, { tagIds: [more] });
    expect((await created(body.processId)).tagIds).toEqual([kept, more]);
    expect((await use(templateId, { tagIds: [gone] })).body.code).toBe('TAG_NOT_FOUND');
  });

  it('has the company’s default signatories represent it', async () => {
    const eva = (await cast.harness.person(cast.own.token)).personId;
    const represented = await cast.harness.company(cast.own.token, {
      defaultSignatoryIds: [cast.ana, cast.rui, eva],
    });
    const roles = [
      role('contratada'),
      role('diretora', { part: 'signatory' }),
      role('presidente', { part: 'signatory' }),
    ];
    const { templateId } = (await template({ roles, minimumSignatories: 1, acceptsLateSignatures: true }))
      .body;
    // Ana signs for herself, and so not for the company.
    const { body } = await use(templateId, { companyId: represented });
    expect(await created(body.processId)).toMatchObject({
      minimumSignatories: 1,
      acceptsLateSignatures: true,
      participants: [{ personId: cast.ana }, { personId: cast.rui, part: 'signatory' }, { personId: eva }],
    });
    const nobody = await use(templateId);
    expect(nobody.body).toMatchObject({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ message: 'Informe quem é: A diretora' }, { message: 'Informe quem é: A presidente' }],
    });
  });

  it('of a text takes the PDF it was filled into', async () => {
    const { templateId } = (await template({ content: text })).body;
    expect(outcome(await use(templateId))).toEqual([422, 'UPLOAD_PROOF_INVALID']);
    const proof = await filled(templateId);
    const { body } = await use(templateId, { proof });
    expect(body.documents).toMatchObject([{ name: 'Contrato.pdf' }]);
    const stored = (await template()).body;
    expect(outcome(await use(stored.templateId, { proof }))).toEqual([422, 'UPLOAD_PROOF_INVALID']);
  });

  it('of a text refuses a PDF that was not filled from it, for the same company and people', async () => {
    const { templateId } = (await template({ content: text })).body;
    const another = (await template({ content: text })).body.templateId;
    const branch = await cast.harness.company(cast.own.token);
    for (const [proof, message] of [
      [
        await cast.harness.proof(cast.own.tenantId, 'Contrato.pdf'),
        'Este arquivo não foi preenchido a partir deste modelo',
      ],
      [await filled(another), 'Este arquivo não foi preenchido a partir deste modelo'],
      [await filled(templateId, { companyId: branch }), 'O modelo foi preenchido para outra empresa'],
      [
        await filled(templateId, { people: { contratada: cast.rui } }),
        'O modelo foi preenchido com outra pessoa no papel "contratada"',
      ],
      [
        await filled(templateId, { people: { contratada: cast.ana, testemunha: cast.rui } }),
        'O modelo foi preenchido com outra pessoa no papel "testemunha"',
      ],
      [await filled(templateId, {}, cast.other.tenantId), 'Preencha o modelo de novo'],
      [await cast.harness.faceProof({ tenantId: cast.own.tenantId }), 'Preencha o modelo de novo'],
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
    // Typed values name no person.
    const typed = await filled(templateId, { people: {} });
    const participants = [{ role: 'contratada', personId: cast.rui }];
    expect((await use(templateId, { proof: typed, participants })).status).toBe(201);
  });

  it('has someone sign at the request of a person who cannot, whom the request names', async () => {
    const maria = await cast.harness.person(cast.own.token, { name: 'Maria das Dores' });
    const eva = await cast.harness.person(cast.own.token);
    const witness = (key: string, personId: string) => role(key, { part: 'attestant', personId });
    const roles = [
      role('contratada', { atRequest: true }),
      witness('uma', cast.rui),
      witness('outra', eva.personId),
    ];
    const spoken = { ...text, text: '{{contratada.a_rogo_de.nome}} e {{contratada.nome}}' };
    const { templateId } = (await template({ roles, content: spoken })).body;
    const atRequestOf = { personId: maria.personId, impediment: 'cannot-read-or-write' };
    const signing = (over: object = { atRequestOf }) => ({
      participants: [{ role: 'contratada', personId: cast.ana, ...over }],
    });
    const people = { contratada: cast.ana, 'contratada.a_rogo_de': maria.personId };
    const proof = await filled(templateId, { people });
    const { body, status } = await use(templateId, { ...signing(), proof });
    expect(status, JSON.stringify(body)).toBe(201);
    expect(await created(body.processId)).toMatchObject({
      participants: [
        { personId: cast.ana, part: 'signer', atRequestOf: { ...atRequestOf, name: 'Maria das Dores' } },
        { personId: cast.rui, part: 'attestant' },
        { personId: eva.personId, part: 'attestant' },
      ],
    });
    const refusals: [object, string, string | undefined][] = [
      [signing({}), 'CLASS_VALIDATION_ERROR', 'Informe a rogo de quem assina: A contratada'],
      [signing({ atRequestOf: { personId: maria.personId } }), 'CLASS_VALIDATION_ERROR', undefined],
      [
        signing({ atRequestOf: { ...atRequestOf, personId: cast.rui } }),
        'UPLOAD_PROOF_INVALID',
        'O modelo foi preenchido com outra pessoa no papel "contratada.a_rogo_de"',
      ],
    ];
    for (const [over, code, message] of refusals) {
      const refused = (await use(templateId, { ...over, proof })).body;
      expect(refused, code).toMatchObject({ code, ...(message && { errors: [{ message }] }) });
    }
    const named = await filled(templateId, { people: { ...people, 'contratada.a_rogo_de': cast.rui } });
    const byWitness = signing({ atRequestOf: { ...atRequestOf, personId: cast.rui } });
    expect((await use(templateId, { ...byWitness, proof: named })).body.code).toBe('AT_REQUEST_NOT_ALLOWED');
    const plain = (await template()).body.templateId;
    expect((await use(plain, signing())).body.code).toBe('AT_REQUEST_WITNESSES_MISSING');
  });

  it.each([
    ['a role without a participant', { participants: [] }, 'CLASS_VALIDATION_ERROR'],
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
    await cast.harness.service.answers.settled();
    await cast.harness.pool.query('truncate command.idempotency');
    expect((await use(templateId, {}, { key: 'use-1' })).body).toEqual(first.body);
    expect((await use(templateId, { summary: 'Outro' }, { key: 'use-1' })).body.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });
});
