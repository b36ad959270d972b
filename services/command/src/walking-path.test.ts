import { streams, type AnswerOf } from '@lacre/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { Harness, sha256Of } from './testing/harness.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness.stop());

it('goes from a new account to a signed document', async () => {
  const { token, tenantId } = await harness.tenant();
  const companyId = await harness.company(token);
  const [ana, rui] = [await harness.person(token), await harness.person(token)];
  const created = await harness.send<AnswerOf<'createProcess'>>(
    'POST',
    '/process',
    {
      summary: 'Contrato de locação',
      companyId,
      documents: [{ proof: await harness.proof(tenantId, 'contrato.pdf') }],
      participants: [
        { personId: ana.personId, part: 'signer' },
        { personId: rui.personId, part: 'signatory' },
      ],
    },
    { token },
  );
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { processId, documents } = created.body;
  expect(documents).toEqual([{ documentId: expect.any(String) as string, name: 'contrato.pdf' }]);
  for (const [index, who] of [ana, rui].entries()) {
    const personToken = await harness.signingToken(processId, who);
    const signed = await harness.send<AnswerOf<'sign'>>(
      'POST',
      '/signature/sign',
      {
        signatures: [
          {
            signatureId: `${processId}:${index + 1}`,
            documentId: documents[0]?.documentId,
            documentSha256: sha256Of('contrato.pdf'),
          },
        ],
        consent: { accepted: true, termsVersion: '2026-11' },
      },
      { token: personToken },
    );
    expect(signed.status, JSON.stringify(signed.body)).toBe(200);
  }
  expect(await harness.processTypes(processId)).toEqual([
    'ProcessCreated',
    'SignatureSigned',
    'SignatureSigned',
    'DocumentCompleted',
  ]);
  expect(await harness.types(streams.credits(tenantId))).toEqual(['CreditsGranted', 'CreditsReserved']);
});
