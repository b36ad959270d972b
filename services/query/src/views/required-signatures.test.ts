import { describe, expect, it } from 'vitest';

import { awaitedOn, requiredByProcess, requiredOf } from './required-signatures.ts';

type Document = Parameters<typeof requiredOf>[0];
type Status = Document['signatures'][number]['status'];

/** Ana signs as a party, Rui and Carlos for the company. */
const document = (status: Document['status'], ana: Status, rui: Status, carlos: Status): Document => ({
  status,
  signatures: (
    [
      ['ana', 'signer', ana],
      ['rui', 'signatory', rui],
      ['carlos', 'signatory', carlos],
    ] as const
  ).map(([personId, part, state]) => ({
    signatureId: personId,
    personId,
    part,
    status: state,
    signedAt: null,
    rejectReason: null,
    expired: false,
    asksSelection: false,
    chosen: null,
  })),
});

describe('what a document needs', () => {
  it.each([
    ['all of them', 2, document('pending', 'signed', 'signed', 'pending'), 2, 3, ['carlos']],
    ['a minimum that is met', 1, document('pending', 'pending', 'signed', 'pending'), 1, 2, ['ana']],
    ['a minimum not met', 1, document('pending', 'signed', 'pending', 'pending'), 1, 2, ['rui', 'carlos']],
    ['a minimum exceeded', 1, document('completed', 'signed', 'signed', 'signed'), 2, 2, []],
    ['who was dismissed', 1, document('sealed', 'signed', 'canceled', 'signed'), 2, 2, []],
  ])('%s', (_what, minimum, given, done, total, awaited) => {
    expect(requiredOf(given, minimum)).toEqual({ done, total });
    expect(awaitedOn(given, minimum)).toEqual(awaited);
  });
});

describe('what a process needs', () => {
  const sealed = document('sealed', 'signed', 'signed', 'canceled');
  const canceled = document('canceled', 'signed', 'canceled', 'canceled');
  it('is all of it once it is finished', () => {
    expect(requiredByProcess([sealed, sealed], 1)).toEqual({ done: 4, total: 4 });
  });
  it('leaves out the documents that ended without being sealed', () => {
    expect(requiredByProcess([sealed, canceled], 1)).toEqual({ done: 2, total: 2 });
  });
  it('shows how far it had come when none was', () => {
    expect(requiredByProcess([canceled, canceled], 1)).toEqual({ done: 2, total: 4 });
  });
});
