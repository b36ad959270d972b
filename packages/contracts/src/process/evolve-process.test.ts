import { expect, it } from 'vitest';

import type { DataOf, ProcessEvent } from '../events/index.ts';
import { evolveProcess, foldProcess } from './evolve-process.ts';
import type { ExistingProcess, ProcessState } from './process-state.ts';

const reference = { processId: 'p', tenantId: 't' };
const sha256 = 'a'.repeat(64);
const client = {};
const person = (personId: string, group: number) => ({
  personId,
  part: 'signer' as const,
  name: personId,
  cpf: personId,
  email: `${personId}@exemplo.com.br`,
  cellphoneNumber: '41998765432',
  requirements: { location: false },
  group,
});
const document = (documentId: string) => ({
  documentId,
  name: documentId,
  sha256,
  sourceSha256: sha256,
  sizeBytes: 1,
  pages: 1,
  alreadySigned: false,
});
const duty = (number: number, documentId: string, personId: string) => ({
  signatureId: `p:${number}`,
  documentId,
  personId,
  part: 'signer' as const,
});
const created: ProcessEvent = {
  type: 'ProcessCreated',
  data: {
    ...reference,
    summary: 'Contrato',
    company: { companyId: 'c', cnpj: '11222333000181', companyName: 'Alvorada' },
    requester: { userId: 'u', name: 'Carlos' },
    tenantName: 'Alfa',
    documents: [document('a'), document('b')],
    participants: [person('ana', 1), person('rui', 2)],
    signatures: [duty(1, 'a', 'ana'), duty(2, 'a', 'rui'), duty(3, 'b', 'ana'), duty(4, 'b', 'rui')],
    minimumSignatories: 0,
    tagIds: ['urgent'],
    deadline: '2026-12-01T12:00:00.000Z',
    nextReminderAt: '2026-11-25T12:00:00.000Z',
  },
};
const signed = (number: number, documentId: string, personId: string): ProcessEvent => ({
  type: 'SignatureSigned',
  data: {
    ...reference,
    ...duty(number, documentId, personId),
    documentSha256: sha256,
    consent: { termsVersion: '1', acceptedAt: '2026-11-21T12:00:00.000Z', textSha256: null },
    selection: { question: 'Qual plano?', chosen: ['Anual'] },
    authentication: 'cpf-email-code',
    contactProof: null,
    client,
    signedAt: '2026-11-21T12:00:00.000Z',
  },
});
const sealedA: DataOf<'DocumentSealed'> = {
  ...reference,
  documentId: 'a',
  sha256,
  sizeBytes: 2,
  validationCode: 'ABCD',
  sealedAt: '2026-11-22T12:00:00.000Z',
};
const stream: readonly ProcessEvent[] = [
  created,
  signed(1, 'a', 'ana'),
  { type: 'GroupAsked', data: { ...reference, group: 2, personIds: ['rui'] } },
  {
    type: 'ParticipantReplaced',
    data: {
      ...reference,
      replaced: { personId: 'rui', name: 'rui' },
      participant: person('eva', 2),
      signatures: [
        { signatureId: 'p:2', documentId: 'a' },
        { signatureId: 'p:4', documentId: 'b' },
      ],
    },
  },
  {
    type: 'ParticipantContactReplaced',
    data: {
      ...reference,
      personId: 'eva',
      former: { email: 'eva@exemplo.com.br' },
      contact: { email: 'outra@exemplo.com.br' },
      reason: 'Mudou',
      documentIds: ['a', 'b'],
    },
  },
  {
    type: 'ParticipantsReminded',
    data: { ...reference, by: 'schedule', personIds: ['eva'], remindedAt: '2026-11-25T12:00:01.000Z' },
  },
  { type: 'DeadlineExtended', data: { ...reference, deadline: '2026-12-10T12:00:00.000Z' } },
  { type: 'ProcessTagged', data: { ...reference, tagId: 'late' } },
  { type: 'ProcessUntagged', data: { ...reference, tagId: 'urgent' } },
  signed(2, 'a', 'eva'),
  { type: 'DocumentCompleted', data: { ...reference, documentId: 'a' } },
  { type: 'DocumentSealed', data: sealedA },
  {
    type: 'SignatureRejected',
    data: {
      ...reference,
      ...duty(3, 'b', 'ana'),
      reason: 'Valor',
      contactProof: null,
      client,
      rejectedAt: '',
    },
  },
  {
    type: 'DocumentRejected',
    data: { ...reference, documentId: 'b', cause: 'required-participant-rejected' },
  },
  { type: 'ProcessFinished', data: reference },
];

const existing = (state: ProcessState): ExistingProcess => {
  if (state.status === 'absent' || state.status === 'abandoned') throw new Error(`it is ${state.status}`);
  return state;
};

it('holds the participants, with their present contacts, and former ones', () => {
  const { participants, replaced, contactReplaced, askedGroup } = existing(foldProcess(stream));
  expect(participants.map(({ personId, email }) => [personId, email])).toEqual([
    ['ana', 'ana@exemplo.com.br'],
    ['eva', 'outra@exemplo.com.br'],
  ]);
  expect(participants[1]).not.toHaveProperty('cellphoneNumber');
  expect([...replaced.keys()]).toEqual(['rui']);
  expect([...contactReplaced]).toEqual(['eva']);
  expect(askedGroup).toBe(2);
});

it('holds the status of each signature', () => {
  const signatures = [...existing(foldProcess(stream)).signatures.values()];
  expect(
    signatures.map(({ personId, status, rejectReason, contactReplaced, chosen }) => [
      personId,
      status,
      rejectReason,
      contactReplaced,
      chosen,
    ]),
  ).toEqual([
    ['ana', 'signed', null, false, ['Anual']],
    ['eva', 'signed', null, true, ['Anual']],
    ['ana', 'rejected', 'Valor', false, null],
    ['eva', 'canceled', null, true, null],
  ]);
});

it('holds documents, deadline, reminders and tags', () => {
  const state = existing(foldProcess(stream));
  expect(state).toMatchObject({
    status: 'finished',
    deadline: '2026-12-10T12:00:00.000Z',
    nextReminderAt: undefined,
  });
  expect([...state.documents.values()].map(({ status }) => status)).toEqual(['sealed', 'rejected']);
  expect(state.documents.get('a')).toMatchObject({ seal: sealedA });
  expect([...state.tags]).toEqual(['late']);
  expect([...state.remindedAt]).toEqual([['eva', '2026-11-25T12:00:01.000Z']]);
});

it('rejects pending signatures when the deadline has passed', () => {
  const { signatures } = existing(
    foldProcess([
      created,
      signed(1, 'a', 'ana'),
      { type: 'DocumentRejected', data: { ...reference, documentId: 'a', cause: 'deadline-passed' } },
    ]),
  );
  expect([...signatures.values()].map(({ status, expired }) => [status, expired])).toEqual([
    ['signed', false],
    ['rejected', true],
    ['pending', false],
    ['pending', false],
  ]);
});

it('gives the same state event by event, and mutates none', () => {
  let state: ProcessState = { status: 'absent' };
  for (const [index, event] of stream.entries()) {
    const before = structuredClone(state);
    const after = evolveProcess(state, event);
    expect(state).toEqual(before);
    expect(after).toEqual(foldProcess(stream.slice(0, index + 1)));
    state = after;
  }
});

it('does not exist when its creation was abandoned', () => {
  const abandoned: ProcessEvent = { type: 'ProcessCreationAbandoned', data: reference };
  expect(foldProcess([abandoned, signed(1, 'a', 'ana')])).toEqual({ status: 'abandoned' });
  expect(foldProcess([signed(1, 'a', 'ana')])).toEqual({ status: 'absent' });
});
