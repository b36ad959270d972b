import { expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import {
  acting,
  completed,
  documentCanceled,
  documentSealed,
  documentSealFailed,
  finished,
  processCanceled,
  recordSeal,
  recordSealFailure,
} from '../testing/process-builder.ts';
import { signatureProcess } from './decide/decide-process.ts';

const { given } = specificationOf(signatureProcess);
const solo = acting();
const pair = acting({ documents: ['a.pdf', 'b.pdf'] });

it('ends the process with a document that can never be sealed', () => {
  given(solo.created, solo.signed('ana'), completed())
    .when(recordSealFailure())
    .thenEvents(documentSealFailed(), processCanceled);
});

it('finishes a process whose other document is sealed', () => {
  given(
    pair.created,
    pair.signed('ana', 'a.pdf'),
    completed('a.pdf'),
    documentSealed('a.pdf'),
    pair.signed('ana', 'b.pdf'),
    completed('b.pdf'),
  )
    .when(recordSealFailure('b.pdf'))
    .thenEvents(documentSealFailed('b.pdf'), finished);
});

it('waits for the other document', () => {
  given(pair.created, pair.signed('ana', 'a.pdf'), completed('a.pdf'))
    .when(recordSealFailure('a.pdf'))
    .thenEvents(documentSealFailed('a.pdf'));
});

it('does nothing when it is repeated, and takes no seal afterwards', () => {
  const failed = [solo.created, solo.signed('ana'), completed(), documentSealFailed(), processCanceled];
  given(...failed)
    .when(recordSealFailure())
    .thenNothing();
  given(...failed)
    .when(recordSeal())
    .thenRejected('DOCUMENT_NOT_PENDING');
});

it('refuses a document that waits for signatures, is sealed or canceled, or is unknown', () => {
  given(solo.created).when(recordSealFailure()).thenRejected('DOCUMENT_NOT_PENDING');
  given(solo.created, solo.signed('ana'), completed(), documentSealed(), finished)
    .when(recordSealFailure())
    .thenRejected('DOCUMENT_NOT_PENDING');
  given(solo.created, documentCanceled(), processCanceled)
    .when(recordSealFailure())
    .thenRejected('DOCUMENT_NOT_PENDING');
  given(solo.created).when(recordSealFailure('outro.pdf')).thenRejected('DOCUMENT_NOT_FOUND');
  given().when(recordSealFailure()).thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
});

it('keeps the signatures of the document', () => {
  const state = given(solo.created, solo.signed('ana'), completed(), documentSealFailed()).state();
  expect(JSON.stringify([...(('signatures' in state && state.signatures.values()) || [])])).toContain(
    'signed',
  );
});
