import { randomUUID } from 'node:crypto';

import { type AnswerOf } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { outcome, useTemplates } from '../testing/use-templates.ts';

const { cast, send, created } = useTemplates();

describe('a signer group', () => {
  const members = (...parts: string[]) =>
    [cast.ana, cast.rui].slice(0, parts.length).map((personId, index) => ({ personId, part: parts[index] }));
  const group = (body: object, options?: { token?: string }) =>
    send<AnswerOf<'createSignerGroup'>>('POST', '/signer-group', { name: 'Direção', ...body }, options);
  const process = async (signerGroups: object[], participants: object[] = [], at = cast.companyId) =>
    send<AnswerOf<'createProcess'>>('POST', '/process', {
      summary: 'Contrato',
      companyId: at,
      documents: [{ proof: await cast.harness.proof(cast.own.tenantId, 'a.pdf') }],
      participants,
      signerGroups,
    });

  it('takes part in a process as a whole', async () => {
    const { signerGroupId } = (await group({ members: members('signatory', 'signatory') })).body;
    const eva = (await cast.harness.person(cast.own.token)).personId;
    const asked = { signerGroupId, requirements: { location: true }, group: 2 };
    const { body } = await process([asked], [{ personId: eva, part: 'signer' }]);
    expect(await created(body.processId)).toMatchObject({
      participants: [
        { personId: eva, part: 'signer' },
        { personId: cast.ana, part: 'signatory', requirements: { location: true }, group: 2 },
        { personId: cast.rui, part: 'signatory', requirements: { location: true }, group: 2 },
      ],
    });
  });

  it.each([
    ['one person', ['signer'], 'SINGLE_ITEM_GROUP'],
    ['people of two parts', ['signer', 'attestant'], 'DIFFERENT_GROUP_TYPE'],
  ])('is not of %s', async (_case, parts, code) => {
    expect(outcome(await group({ members: members(...parts) }))).toEqual([422, code]);
    const { signerGroupId } = (await group({ members: members('signer', 'signer') })).body;
    const edit = { name: 'X', members: members(...parts) };
    expect(outcome(await send('PATCH', `/signer-group/${signerGroupId}`, edit))).toEqual([422, code]);
  });

  it('has members who are registered, each once', async () => {
    const [one] = members('signer', 'signer');
    const stranger = await group({ members: [one, { personId: randomUUID(), part: 'signer' }] });
    expect(stranger.body).toMatchObject({
      code: 'PERSON_NOT_FOUND',
      errors: [{ field: 'members.1.personId' }],
    });
    expect(outcome(await group({ members: [one, one] }))).toEqual([422, 'CLASS_VALIDATION_ERROR']);
  });

  it('with somebody who was removed is not used', async () => {
    const eva = (await cast.harness.person(cast.own.token)).personId;
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
    const twice = await process([{ signerGroupId }], [{ personId: cast.ana, part: 'signer' }]);
    expect(outcome(twice)).toEqual([409, 'CPF_DUPLICITY']);
  });

  it('is edited and removed by stewards of its tenant, and unknown to others', async () => {
    const { signerGroupId } = (await group({ members: members('signer', 'signer') })).body;
    const url = `/signer-group/${signerGroupId}`;
    const edit = { name: 'Outro', members: members('attestant', 'attestant') };
    const common = await cast.harness.member(cast.own.tenantId, 'common', { companyIds: [cast.companyId] });
    for (const [method, body] of [['PATCH', edit], ['DELETE']] as const) {
      expect(outcome(await send(method, url, body, common))).toEqual([403, 'AUTH_USER_WITHOUT_PERMISSION']);
      expect(outcome(await send(method, url, body, { token: cast.other.token }))).toEqual([
        404,
        'GROUP_NOT_FOUND',
      ]);
    }
    expect(outcome(await group({ members: members('signer', 'signer') }, common))).toEqual([
      403,
      'AUTH_USER_WITHOUT_PERMISSION',
    ]);
    expect((await send('PATCH', url, edit)).status).toBe(200);
    expect((await send('DELETE', url)).status).toBe(200);
    expect(outcome(await process([{ signerGroupId }]))).toEqual([404, 'GROUP_NOT_FOUND']);
    expect(outcome(await send('DELETE', url))).toEqual([404, 'GROUP_NOT_FOUND']);
  });
});
