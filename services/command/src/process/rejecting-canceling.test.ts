import { randomUUID } from 'node:crypto';

import type { AnswerOf } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { useProcesses } from '../testing/use-processes.ts';

const { cast, asked, cancel, created, sign } = useProcesses();

const reject = (token: string, signatureIds: string[], reason?: string) =>
  cast.harness.send<AnswerOf<'reject'>>('POST', '/signature/reject', { signatureIds, reason }, { token });

describe('rejecting and canceling', () => {
  it('rejects with a reason', async () => {
    const { processId } = await created();
    const token = await cast.harness.signingToken(processId, cast.ana);
    expect((await reject(token, [`${processId}:1`])).body.code).toBe('NO_REJECT_REASON_PROVIDED');
    const rejected = await reject(token, [`${processId}:1`], 'Não concordo');
    expect(rejected.body.signatures).toEqual([{ signatureId: `${processId}:1`, status: 'rejected' }]);
    expect(await cast.harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'SignatureRejected',
      'DocumentRejected',
      'ProcessRejected',
    ]);
    expect((await cancel(processId)).body.code).toBe('DOCUMENT_NOT_PENDING');
  });

  it('cancels one document, then the rest, for good', async () => {
    const { processId, documents } = await created({}, ['a.pdf', 'b.pdf']);
    const documentId = documents[0]?.documentId;
    expect((await cancel(processId, { documentId, reason: 'Erro' })).status).toBe(200);
    expect((await cancel(processId, { documentId })).body.code).toBe('DOCUMENT_NOT_PENDING');
    expect((await cancel(processId, { documentId: randomUUID() })).body.code).toBe('DOCUMENT_NOT_FOUND');
    expect((await cancel(processId)).status).toBe(200);
    expect(await cast.harness.processTypes(processId)).toEqual([
      'ProcessCreated',
      'DocumentCanceled',
      'DocumentCanceled',
      'ProcessCanceled',
    ]);
    const token = await cast.harness.signingToken(processId, cast.ana);
    const late = await sign(token, [asked(processId, 1, documentId)]);
    expect([late.status, late.body.code]).toEqual([409, 'DOCUMENT_NOT_PENDING']);
  });

  it('knows no process of another tenant', async () => {
    const { processId } = await created();
    for (const reply of [await cancel(processId, {}, cast.other.token), await cancel(randomUUID())])
      expect([reply.status, reply.body.code]).toEqual([404, 'SIGNATURE_PROCESS_NOT_FOUND']);
  });
});
