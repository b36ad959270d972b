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

  it('signs in the name of people who cannot, with the reason and two witnesses', async () => {
    const person = async () => (await cast.harness.person(cast.own.token)).personId;
    const [maria, one, other] = [await person(), await person(), await person()];
    const [first, second] = members('signatory', 'signatory');
    const forMaria = { ...first, atRequestOf: { personId: maria } };
    const { signerGroupId } = (await group({ members: [forMaria, second] })).body;
    const impediments = [{ personId: maria, impediment: 'physical-condition' }];
    const witnesses = [one, other].map((personId) => ({ personId, part: 'attestant' }));
    const { body } = await process([{ signerGroupId, impediments }], witnesses);
    expect((await created(body.processId)).participants.slice(2)).toMatchObject([
      { personId: cast.ana, atRequestOf: { personId: maria, impediment: 'physical-condition' } },
      { personId: cast.rui },
    ]);
    const unsaid = await process([{ signerGroupId }], witnesses);
    expect([unsaid.status, unsaid.body]).toMatchObject([
      422,
      { code: 'CLASS_VALIDATION_ERROR', errors: [{ field: 'signerGroups.0.impediments' }] },
    ]);
    expect(outcome(await process([{ signerGroupId, impediments }], witnesses.slice(1)))).toEqual([
      422,
      'AT_REQUEST_WITNESSES_MISSING',
    ]);
    const stranger = { ...first, atRequestOf: { personId: randomUUID() } };
    expect((await group({ members: [stranger, second] })).body).toMatchObject({
      code: 'PERSON_NOT_FOUND',
      errors: [{ field: 'members.0.atRequestOf.personId' }],
    });
    await send('DELETE', `/person/${maria}`);
    expect((await process([{ signerGroupId, impediments }], witnesses)).body).toMatchObject({
      code: 'PERSON_NOT_FOUND',
      errors: [{ field: 'signerGroups.0' }],
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

  it('with a removed person is not used', async () => {
    const eva = (await cast.harness.person(cast.own.token)).personId;
    const people = [...members('signer'), { personId: eva, part: 'signer' }];
    const { signerGroupId } = (await group({ members: people })).body;
    await send('DELETE', `/person/${eva}`);
    expect((await process([{ signerGroupId }])).body).toMatchObject({
      code: 'PERSON_NOT_FOUND',
      errors: [{ field: 'signerGroups.0' }],
    });
  });

  it('gives no second place to a person who takes part already', async () => {
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
