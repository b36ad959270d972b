import { DECLARATION_VERSION, streams, type AnswerOf, type BodyOf } from '@lacre/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { Harness, sha256Of, type TestPerson } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
let companyId: string;
let ana: TestPerson;
let maria: TestPerson;
let witnesses: TestPerson[];
beforeAll(async () => {
  harness = await Harness.start({ limits: { codePerAddress: { tries: 1000, windowSeconds: 60 } } });
  own = await harness.tenant();
  companyId = await harness.company(own.token);
});
beforeEach(async () => {
  ana = await harness.person(own.token, { name: 'Ana Souza' });
  maria = await harness.person(own.token, { name: 'Maria das Dores' });
  witnesses = [await harness.person(own.token), await harness.person(own.token)];
});
afterAll(() => harness.stop());

async function create(requesting: string, more: Partial<BodyOf<'createProcess'>> = {}) {
  const body: BodyOf<'createProcess'> = {
    summary: 'Prestação de serviços',
    companyId,
    documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
    participants: [
      {
        personId: ana.personId,
        part: 'signer',
        atRequestOf: { personId: requesting, impediment: 'cannot-read-or-write' },
      },
      ...witnesses.map(({ personId }) => ({ personId, part: 'attestant' as const })),
    ],
    ...more,
  };
  return harness.send<AnswerOf<'createProcess'>>('POST', '/process', body, { token: own.token });
}

it('records the registered person who cannot sign, encrypted under their own key', async () => {
  const { body, status } = await create(maria.personId);
  expect(status, JSON.stringify(body)).toBe(201);
  const stream = streams.process(body.processId);
  const [created] = await harness.stream(stream);
  expect(created?.data).toMatchObject({
    participants: [
      {
        personId: ana.personId,
        atRequestOf: {
          personId: maria.personId,
          name: 'Maria das Dores',
          cpf: maria.cpf,
          impediment: 'cannot-read-or-write',
        },
      },
      {},
      {},
    ],
  });
});

it('invites the signer and the witnesses, and not the person who cannot sign', async () => {
  const { body } = await create(maria.personId);
  const invitation = (personId: string) =>
    harness.send('GET', `/signature/invitation/${body.processId}/${personId}`);
  for (const { personId } of [ana, ...witnesses]) expect((await invitation(personId)).status).toBe(200);
  expect((await invitation(maria.personId)).status).toBe(404);
});

it('answers for another tenant’s person as for an unknown one', async () => {
  const foreign = await harness.person((await harness.tenant()).token);
  const { status, body } = await create(foreign.personId);
  expect([status, body.code]).toEqual([404, 'PERSON_NOT_FOUND']);
  expect(body).toMatchObject({ errors: [{ field: 'participants.0.atRequestOf.personId' }] });
});

it('makes separate processes in the same name, each of them witnessed', async () => {
  const names = ['a.pdf', 'b.pdf'];
  const documents = await Promise.all(
    names.map(async (name) => ({ proof: await harness.proof(own.tenantId, name) })),
  );
  const { body } = await create(maria.personId, { type: 'separate', documents });
  expect(body.processes).toHaveLength(2);
  for (const { processId } of body.processes)
    expect((await harness.stream(streams.process(processId)))[0]?.data).toMatchObject({
      participants: [{ atRequestOf: { personId: maria.personId } }, {}, {}],
    });
});

it('refuses to erase the person who cannot sign while the process waits', async () => {
  const { body } = await create(maria.personId);
  const erase = () =>
    harness.send('POST', `/person/${maria.personId}/erase`, { reason: 'subject-request' }, own);
  expect((await erase()).body.code).toBe('PERSON_HAS_PENDING_SIGNATURES');
  await harness.send('POST', `/process/${body.processId}/cancel`, {}, { token: own.token });
  expect((await erase()).status).toBe(200);
});

it('signs once it is declared, and says in whose name', async () => {
  const { body } = await create(maria.personId);
  const { processId, documents } = body;
  const token = await harness.signingToken(processId, ana);
  const signing = {
    signatures: [
      {
        signatureId: `${processId}:1`,
        documentId: documents[0]?.documentId,
        documentSha256: sha256Of('a.pdf'),
      },
    ],
    consent: { accepted: true, termsVersion: '2026-11' },
  };
  const sign = (more: object = {}) =>
    harness.send('POST', '/signature/sign', { ...signing, ...more }, { token });
  expect((await sign()).body.code).toBe('AT_REQUEST_DECLARATION_REQUIRED');
  expect((await sign({ declarationVersion: DECLARATION_VERSION })).status).toBe(200);
  expect((await harness.stream(streams.process(processId))).at(-1)?.data).toMatchObject({
    atRequestOf: { personId: maria.personId, name: 'Maria das Dores' },
    declaration: { by: 'signer', version: DECLARATION_VERSION },
  });
});
