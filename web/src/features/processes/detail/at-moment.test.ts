import { expect, test } from 'vitest';

import type { ProcessDetail } from '@/entities/process/queries.ts';

import { atMoment } from './at-moment.ts';

const id = (last: number) => `0198c5a0-0000-7000-8000-00000000000${last}`;
const at = '2026-11-20T12:00:00Z';
const signature = (
  personId: string,
  status: 'pending' | 'signed' | 'canceled',
  part: 'signer' | 'signatory',
) => ({
  signatureId: `${id(9)}:${personId.at(-1)}`,
  documentId: id(1),
  personId,
  part,
  status,
  openedAt: null,
  readAt: null,
  signedAt: status === 'signed' ? at : null,
  rejectReason: null,
  expired: false,
  chosen: null,
});
const [ana, rui, eva] = [id(2), id(3), id(4)] as const;

const today = {
  processId: id(9),
  status: 'finished',
  minimumSignatories: 1,
  documents: [
    {
      documentId: id(1),
      name: 'contrato.pdf',
      status: 'sealed',
      signaturesDone: 2,
      signaturesTotal: 2,
      sealStep: 'archived',
      sealProblem: null,
      sealedAt: at,
      sealedSha256: 'a'.repeat(64),
      provableUntil: at,
      validationCode: 'AAAA',
    },
  ],
  participants: [
    {
      personId: ana,
      part: 'signer',
      atRequestOf: null,
      name: 'Ana',
      cpf: '52998224725',
      email: 'ana@x.com',
      group: 1,
    },
    { personId: rui, part: 'signatory', name: 'Rui', cpf: '52998224725', email: 'rui@x.com', group: 1 },
  ],
} as unknown as ProcessDetail;

test('a process that is sealed today was pending then, with the participants of then', () => {
  const shown = atMoment(today, {
    revision: 1,
    at,
    status: 'waiting',
    deadline: null,
    documents: [{ documentId: id(1), name: 'contrato.pdf', status: 'pending' }],
    participants: [
      { personId: ana, part: 'signer', atRequestOf: null, name: 'Ana', group: 1, asked: true },
      { personId: eva, part: 'signatory', atRequestOf: null, name: 'Eva', group: 1, asked: true },
    ],
    signatures: [signature(ana, 'signed', 'signer'), signature(eva, 'pending', 'signatory')],
    waitingFor: [{ personId: eva, name: 'Eva' }],
    signaturesDone: 1,
    signaturesTotal: 2,
  });
  expect(shown.documents[0]).toMatchObject({
    status: 'pending',
    signaturesDone: 1,
    signaturesTotal: 2,
    sealStep: 'received',
    sealedAt: null,
    validationCode: null,
  });
  expect(shown.participants.map(({ name, email }) => [name, email])).toEqual([
    ['Ana', 'ana@x.com'],
    ['Eva', ''],
  ]);
  expect(shown.status).toBe('waiting');
});
