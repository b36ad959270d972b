import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { outcome, role, text, useTemplates } from '../testing/use-templates.ts';

const { cast, send, pdf, template, filled, created, tag } = useTemplates();

describe('an envelope', () => {
  const envelope = (body: object, options?: { token?: string }) =>
    send<AnswerOf<'createEnvelope'>>('POST', '/envelope', { name: 'Admissão', ...body }, options);
  const useEnvelope = (envelopeId: string, body: object = {}, options?: { token?: string }) =>
    send<AnswerOf<'useEnvelope'>>(
      'POST',
      `/envelope/${envelopeId}/use`,
      {
        companyId: cast.companyId,
        participants: [{ role: 'contratada', personId: cast.ana }],
        ...body,
      } satisfies Partial<BodyOf<'useEnvelope'>>,
      options,
    );
  async function templates() {
    const one = (await template({ content: await pdf('um.pdf') })).body.templateId;
    const witness = role('testemunha', { part: 'attestant', personId: cast.rui });
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
        { personId: cast.ana, part: 'signer', requirements: { location: true } },
        { personId: cast.rui, part: 'attestant' },
      ],
    });
    const separate = (await useEnvelope(envelopeId, { type: 'separate' })).body;
    expect(separate.processes.map(({ documents }) => documents.map(({ name }) => name))).toEqual([
      ['dois.pdf'],
      ['um.pdf'],
    ]);
  });

  it('gives distinct names to documents whose templates were made of files of one name', async () => {
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
    const upload = await cast.harness.proof(cast.own.tenantId, 'Contrato.pdf');
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
    expect(outcome(stray)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it('needs at least two different, existing templates that give no role two parts', async () => {
    const [one, two] = await templates();
    const refusals = async (templateIds: string[]) => outcome(await envelope({ templateIds }));
    expect(await refusals([one])).toEqual([422, 'SINGLE_ITEM_GROUP']);
    expect(await refusals([one, one])).toEqual([422, 'CLASS_VALIDATION_ERROR']);
    expect(await refusals([one, randomUUID()])).toEqual([404, 'TEMPLATE_NOT_FOUND']);
    const roles = [role('testemunha')];
    const clash = (await template({ roles })).body.templateId;
    expect(await refusals([two, clash])).toEqual([422, 'DIFFERENT_GROUP_TYPE']);
    const foreign = await envelope({ templateIds: [one, two] }, { token: cast.other.token });
    expect(outcome(foreign)).toEqual([404, 'TEMPLATE_NOT_FOUND']);
  });

  it('is not used with a template that is gone, or was changed so that it no longer fits', async () => {
    const [one, two] = await templates();
    const { envelopeId } = (await envelope({ templateIds: [one, two] })).body;
    const roles = [role('contratada'), role('testemunha')];
    await send('PATCH', `/template/${one}`, { name: 'Termo', roles });
    expect(outcome(await useEnvelope(envelopeId))).toEqual([422, 'DIFFERENT_GROUP_TYPE']);
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
    const common = await cast.harness.member(cast.own.tenantId, 'common', { companyIds: [cast.companyId] });
    expect(outcome(await send('PATCH', url, edit, common))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
    expect(outcome(await send('DELETE', url, undefined, common))).toEqual([
      403,
      'AUTH_USER_WITHOUT_PERMISSION',
    ]);
    expect(outcome(await useEnvelope(envelopeId, {}, { token: cast.other.token }))).toEqual([
      404,
      'ENVELOPE_NOT_FOUND',
    ]);
    expect(outcome(await send('PATCH', url, edit, { token: cast.other.token }))).toEqual([
      404,
      'ENVELOPE_NOT_FOUND',
    ]);
    expect(outcome(await send('DELETE', url, undefined, { token: cast.other.token }))).toEqual([
      404,
      'ENVELOPE_NOT_FOUND',
    ]);
    expect((await useEnvelope(envelopeId, {}, common)).status).toBe(201);
    expect((await send('PATCH', url, edit)).status).toBe(200);
    expect((await send('DELETE', url)).status).toBe(200);
    expect(outcome(await send('PATCH', url, edit))).toEqual([404, 'ENVELOPE_NOT_FOUND']);
    expect(await cast.harness.types(streams.envelope(envelopeId))).toEqual([
      'EnvelopeCreated',
      'EnvelopeEdited',
      'EnvelopeRemoved',
    ]);
  });
});
