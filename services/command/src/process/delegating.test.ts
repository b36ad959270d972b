import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type BodyOf, type DataOf } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { Harness, sha256Of, type TestPerson } from '../testing/harness.ts';
import { acting, groupAsked, participantOf, personId, type Name } from '../testing/process-builder.ts';
import type { Delegate } from './decide/commands.ts';
import { signatureProcess } from './decide/decide-process.ts';

const { given } = specificationOf(signatureProcess);

describe('the decision', () => {
  const cast = { documents: ['a.pdf', 'b.pdf'], signers: ['ana', 'rui'], groups: { rui: 2 } } as const;
  const { created, sign, signed } = acting({ ...cast, allowsDelegation: true, located: ['ana'] });
  const delegate = (who: Name, to: Name, more: Partial<Delegate> = {}): Delegate => {
    const { tenantId, personId: own, proofs, client, at } = sign(who);
    const by = participantOf(to);
    return { type: 'delegate', tenantId, personId: own, proofs, client, at, by, reason: undefined, ...more };
  };
  const [handedOn] = given(created).when(delegate('ana', 'bia', { reason: 'A diretora assina' })).events;
  if (handedOn === undefined) throw new Error('nothing was handed on');

  it('records who handed on, to whom, why and by what proof, and keeps part and requirements', () => {
    expect(handedOn).toMatchObject({
      type: 'SignatureDelegated',
      data: {
        personId: personId('ana'),
        name: 'ana',
        participant: { ...participantOf('bia'), part: 'signer', requirements: { location: true } },
        signatures: [
          { signatureId: expect.stringMatching(/:1$/) },
          { signatureId: expect.stringMatching(/:3$/) },
        ],
        reason: 'A diretora assina',
        contactProof: { address: 'ana@exemplo.com.br' },
      },
    });
  });

  it('ends the rights of the former signer, and asks the new one for their own proofs', () => {
    const client = { ip: '192.0.2.1', latitude: '-23', longitude: '-46' };
    given(created, handedOn).when(sign('ana', { client })).thenRejected('IS_NOT_SIGNER');
    given(created, handedOn).when(delegate('ana', 'eva')).thenRejected('SIGNER_NOT_FOUND');
    // Her own proofs: those of the former fit another contact.
    given(created, handedOn)
      .when({ ...sign('ana', { by: 'bia', client }), proofs: sign('ana').proofs })
      .thenRejected('AUTH_PERSON_NO_AUTHORIZATION');
    given(created, handedOn)
      .when(sign('ana', { by: 'bia', client }))
      .thenTypes('SignatureSigned', 'SignatureSigned', 'GroupAsked');
  });

  it('is the requester’s to allow, and open to a participant whose turn it is, who has not acted and has proven the contact', () => {
    const closed = acting({ ...cast });
    given(closed.created).when(delegate('ana', 'bia')).thenRejected('DELEGATION_NOT_ALLOWED');
    given(created).when(delegate('rui', 'bia')).thenRejected('NOT_YOUR_TURN');
    given(created, signed('ana', 'a.pdf'))
      .when(delegate('ana', 'bia'))
      .thenRejected('CHANGE_SIGNER_SIGNATORY_ERROR');
    given(created)
      .when(delegate('ana', 'bia', { proofs: [] }))
      .thenRejected('AUTH_PERSON_NO_AUTHORIZATION');
    given(created).when(delegate('eva', 'bia')).thenRejected('SIGNER_NOT_FOUND');
    given(created, signed('ana', 'a.pdf'), signed('ana', 'b.pdf'), groupAsked(2, 'rui'))
      .when(delegate('rui', 'bia'))
      .thenTypes('SignatureDelegated');
  });

  it('takes no other participant, nor the person themselves', () => {
    given(created).when(delegate('ana', 'rui')).thenRejected('CPF_DUPLICITY');
    given(created).when(delegate('ana', 'ana')).thenRejected('CPF_DUPLICITY');
    given(created)
      .when(delegate('ana', 'bia', { by: { ...participantOf('bia'), email: 'rui@exemplo.com.br' } }))
      .thenRejected('EMAIL_NOT_AVAILABLE');
  });
});

describe('handing a signature on', () => {
  let harness: Harness;
  let own: Awaited<ReturnType<Harness['tenant']>>;
  beforeAll(async () => {
    harness = await Harness.start({ limits: { codePerAddress: { tries: 1000, windowSeconds: 60 } } });
    own = await harness.tenant();
  });
  afterAll(() => harness.stop());

  async function asked(more: Partial<BodyOf<'createProcess'>> = { allowsDelegation: true }) {
    const ana = await harness.person(own.token);
    const body = {
      summary: 'Contrato',
      companyId: await harness.company(own.token),
      documents: [{ proof: await harness.proof(own.tenantId, 'a.pdf') }],
      participants: [{ personId: ana.personId, part: 'signer' }],
      ...more,
    };
    const reply = await harness.send<AnswerOf<'createProcess'>>('POST', '/process', body, {
      token: own.token,
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    const { processId, documents } = reply.body;
    const token = await harness.signingToken(processId, ana);
    return { processId, documentId: documents[0]?.documentId ?? '', ana, token };
  }
  const handOn = (token: string, body: object, key: string = randomUUID()) =>
    harness.send('POST', '/signature/delegate', body, { token, key });
  const invitationOf = (processId: string, who: string) =>
    harness.send('GET', `/signature/invitation/${processId}/${who}`);
  const delegated = async (processId: string) =>
    (await harness.stream(streams.process(processId))).flatMap(({ type, data }) =>
      type === 'SignatureDelegated' ? [data as unknown as DataOf<'SignatureDelegated'>] : [],
    );

  it('registers a new person, invites them, and ends the former link; a repeat does nothing more', async () => {
    const { processId, documentId, ana, token } = await asked();
    const key = randomUUID();
    const lia = { cpf: cpfOf(7_340_001), name: 'Lia Reis', email: 'lia.reis@exemplo.com.br' };
    const first = await handOn(token, { processId, ...lia, reason: 'A diretora assina' }, key);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(await handOn(token, { processId, ...lia, reason: 'A diretora assina' }, key)).toMatchObject({
      status: 200,
      body: first.body,
    });
    const [event, ...others] = await delegated(processId);
    expect(others).toEqual([]);
    const personIdOfLia = event?.participant.personId ?? '';
    expect(await harness.types(streams.person(personIdOfLia))).toEqual(['PersonCreated']);
    expect((await invitationOf(processId, ana.personId)).status).toBe(404);
    expect((await invitationOf(processId, personIdOfLia)).status).toBe(200);
    const signature = {
      signatures: [{ signatureId: `${processId}:1`, documentId, documentSha256: sha256Of('a.pdf') }],
      consent: { accepted: true, termsVersion: '2026-11' },
    };
    const former = await harness.send('POST', '/signature/sign', signature, { token });
    expect(former.body.code).toBe('IS_NOT_SIGNER');
    const fresh: TestPerson = { personId: personIdOfLia, cpf: lia.cpf, email: lia.email };
    const session = await harness.signingToken(processId, fresh);
    expect(harness.mails.at(-1)?.to.address).toBe(lia.email);
    expect((await harness.send('POST', '/signature/sign', signature, { token: session })).status).toBe(200);
  });

  it('invites a registered person at the register’s contact, whatever was typed', async () => {
    const { processId, token } = await asked();
    const eva = await harness.person(own.token);
    const typed = { cpf: eva.cpf, name: 'Outra', email: 'desvio@exemplo.com.br' };
    expect((await handOn(token, { processId, ...typed })).status).toBe(200);
    const [event] = await delegated(processId);
    const stored = await harness.stream(streams.process(processId));
    expect(JSON.stringify(stored.map(({ data }) => data))).not.toContain('desvio');
    expect(event?.participant.personId).toBe(eva.personId);
  });

  it('that is refused registers no one', async () => {
    const { processId, token } = await asked({});
    const other = await asked();
    const nova = { cpf: cpfOf(7_340_002), name: 'Nova', email: 'nova.pessoa@exemplo.com.br' };
    expect((await handOn(token, { processId, ...nova })).body.code).toBe('DELEGATION_NOT_ALLOWED');
    expect((await handOn(token, { processId: other.processId, ...nova })).body.code).toBe('SIGNER_NOT_FOUND');
    expect((await handOn(token, { processId: randomUUID(), ...nova })).body.code).toBe(
      'SIGNATURE_PROCESS_NOT_FOUND',
    );
    const created = await harness.send('POST', '/person', nova, { token: own.token });
    expect(created.status).toBe(201);
  });
});
