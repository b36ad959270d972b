import { randomUUID } from 'node:crypto';

import { streams, type AnswerOf, type Requirements } from '@lacre/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness, sha256Of } from '../testing/harness.ts';

let harness: Harness;
let own: Awaited<ReturnType<Harness['tenant']>>;
beforeAll(async () => {
  harness = await Harness.start();
  own = await harness.tenant();
});
afterAll(() => harness.stop());

/** A process that asks Ana for her face; she has come in. */
async function asked(requirements: Partial<Requirements> = {}) {
  const { token, tenantId } = own;
  const ana = await harness.person(token);
  const body = {
    summary: 'Contrato',
    companyId: await harness.company(token),
    documents: [{ proof: await harness.proof(tenantId, 'a.pdf') }],
    participants: [{ personId: ana.personId, part: 'signer', requirements: { face: true, ...requirements } }],
  };
  const created = await harness.send<AnswerOf<'createProcess'>>('POST', '/process', body, { token });
  const { processId, documents } = created.body;
  const signatureId = `${processId}:1`;
  const session = await harness.signingToken(processId, ana);
  const signatures = [
    { signatureId, documentId: documents[0]?.documentId ?? '', documentSha256: sha256Of('a.pdf') },
  ];
  const consent = { accepted: true, termsVersion: '2026-11' };
  const sign = async (more: object = {}) => {
    const reply = await harness.send(
      'POST',
      '/signature/sign',
      { signatures, consent, ...more },
      { token: session },
    );
    return [reply.status, reply.body.code];
  };
  const of = { personId: ana.personId, tenantId, signatureIds: [signatureId] };
  return { processId, session, sign, of };
}

it('is signed with a face that was recognised, and the record says how alike it was', async () => {
  const { processId, sign, of } = await asked();
  expect(await sign()).toEqual([403, 'FACE_PROOF_REQUIRED']);
  const challengeId = randomUUID();
  expect(await sign({ face: await harness.faceProof({ ...of, challengeId }) })).toEqual([200, undefined]);
  const acts = await harness.stream(streams.process(processId));
  const act = acts.find(({ type }) => type === 'SignatureSigned');
  expect(act?.data['face']).toEqual({
    similarity: 87.2,
    distance: 0.38,
    threshold: 50,
    modelId: 'face-api-1.7/resnet-128',
    challengeId,
    capture: 'live',
    enrolledAt: '2026-11-20T12:00:00.000Z',
  });
  // Neither the proof nor what it binds stands in the log.
  expect(JSON.stringify(act?.data)).not.toContain('nonce');
});

it('is not signed with the face of another person or signature, a forged one or a late one', async () => {
  const { sign, of } = await asked();
  const late = new Date(Date.now() - 601_000);
  for (const face of [
    await harness.faceProof({ ...of, personId: randomUUID() }),
    await harness.faceProof({ ...of, tenantId: randomUUID() }),
    await harness.faceProof({ ...of, signatureIds: [`${randomUUID()}:1`] }),
    await harness.faceProof(of, { secret: Buffer.alloc(32, 9) }),
    await harness.faceProof(of, { at: late }),
    await harness.proof(own.tenantId, 'a.pdf'),
    'nothing',
  ])
    expect(await sign({ face })).toEqual([422, 'FACE_PROOF_INVALID']);
  expect(await sign({ face: await harness.faceProof({ ...of, capture: 'file' }) })).toEqual([
    403,
    'FACE_UPLOAD_NOT_ALLOWED',
  ]);
});

it('is not signed with a face erased since, and is with one enrolled after that', async () => {
  const { sign, of } = await asked();
  const erasedAt = '2026-11-21T12:00:00.000Z';
  const { personId, tenantId } = of;
  await harness.append(streams.face(personId), tenantId, {
    type: 'FaceErased',
    data: { personId, tenantId, enrolmentId: randomUUID(), reason: 'consent-withdrawn', erasedAt },
  });
  expect(await sign({ face: await harness.faceProof(of) })).toEqual([422, 'FACE_PROOF_INVALID']);
  const again = await harness.faceProof({ ...of, enrolledAt: '2026-11-21T12:05:00.000Z' });
  expect(await sign({ face: again })).toEqual([200, undefined]);
});

it('is signed with a code instead where the requester allows it', async () => {
  const { session, sign } = await asked({ faceOrCode: true });
  expect(await sign()).toEqual([403, 'FACE_PROOF_REQUIRED']);
  await harness.send('POST', '/signature/sign/code', {}, { token: session });
  expect(await sign({ code: harness.lastCode() })).toEqual([200, undefined]);
});
