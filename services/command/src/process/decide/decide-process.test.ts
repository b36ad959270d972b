import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../../decider/specification.ts';
import {
  abandon,
  abandoned,
  acting,
  cancel,
  completed,
  documentCanceled,
  documentId,
  documentRejected,
  documentSealed,
  finished,
  hashOf,
  processCanceled,
  processRejected,
  recordSeal,
} from '../../testing/process-builder.ts';
import { signatureProcess } from './decide-process.ts';

const { given } = specificationOf(signatureProcess);
const solo = acting();
const pair = acting({ documents: ['a.pdf', 'b.pdf'] });
const OTHER_TENANT = derivedId('test', 'other tenant');

describe('canceling', () => {
  it('cancels one document and leaves the rest', () => {
    given(pair.created).when(cancel('a.pdf', 'Erro')).thenEvents(documentCanceled('a.pdf', 'Erro'));
  });

  it('cancels the process with its last document', () => {
    given(pair.created, documentCanceled('a.pdf'))
      .when(cancel('b.pdf'))
      .thenEvents(documentCanceled('b.pdf'), processCanceled);
  });

  it('cancels all that is pending', () => {
    given(pair.created)
      .when(cancel())
      .thenEvents(documentCanceled('a.pdf'), documentCanceled('b.pdf'), processCanceled);
    given(pair.created, pair.signed('ana', 'a.pdf'), completed('a.pdf'))
      .when(cancel())
      .thenEvents(documentCanceled('b.pdf'));
  });

  it('finishes the process when another document is sealed', () => {
    given(pair.created, pair.signed('ana', 'a.pdf'), completed('a.pdf'), documentSealed('a.pdf'))
      .when(cancel())
      .thenEvents(documentCanceled('b.pdf'), finished);
  });

  it('leaves a process rejected when another document was rejected', () => {
    const cause = 'required-participant-rejected';
    given(pair.created, pair.rejected('ana', 'Não', 'a.pdf'), documentRejected(cause, 'a.pdf'))
      .when(cancel('b.pdf'))
      .thenEvents(documentCanceled('b.pdf'), processRejected);
  });

  it('cancels the signatures of the document with it', () => {
    const state = given(pair.created, documentCanceled('a.pdf')).state();
    if (state.status !== 'waiting') throw new Error('not waiting');
    expect([...state.signatures.values()].map(({ status }) => status)).toEqual(['canceled', 'pending']);
  });

  it('refuses a document that is not pending', () => {
    given(solo.created, solo.signed('ana'), completed())
      .when(cancel('contrato.pdf'))
      .thenRejected('DOCUMENT_NOT_PENDING');
    given(solo.created, documentCanceled(), processCanceled)
      .when(cancel())
      .thenRejected('DOCUMENT_NOT_PENDING');
    given(solo.created, documentCanceled(), processCanceled)
      .when(cancel('contrato.pdf'))
      .thenRejected('DOCUMENT_NOT_PENDING');
    given(solo.created, solo.signed('ana'), completed(), documentSealed(), finished)
      .when(cancel())
      .thenRejected('DOCUMENT_NOT_PENDING');
  });

  it('refuses an unknown document', () => {
    given(solo.created).when(cancel('outro.pdf')).thenRejected('DOCUMENT_NOT_FOUND');
  });

  it('refuses a process that does not exist, was abandoned, or is another tenant’s', () => {
    given().when(cancel()).thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
    given(abandoned).when(cancel()).thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
    given(solo.created)
      .when({ ...cancel(), tenantId: OTHER_TENANT })
      .thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
  });
});

describe('recording a seal', () => {
  it('finishes the process with its last document', () => {
    given(solo.created, solo.signed('ana'), completed())
      .when(recordSeal())
      .thenEvents(documentSealed(), finished);
  });

  it('waits for the other document, pending or still to be sealed', () => {
    given(pair.created, pair.signed('ana', 'a.pdf'), completed('a.pdf'))
      .when(recordSeal('a.pdf'))
      .thenEvents(documentSealed('a.pdf'));
    given(
      pair.created,
      pair.signed('ana', 'a.pdf'),
      completed('a.pdf'),
      pair.signed('ana', 'b.pdf'),
      completed('b.pdf'),
    )
      .when(recordSeal('a.pdf'))
      .thenEvents(documentSealed('a.pdf'));
  });

  it('finishes a process whose other document was canceled', () => {
    given(pair.created, pair.signed('ana', 'a.pdf'), completed('a.pdf'), documentCanceled('b.pdf'))
      .when(recordSeal('a.pdf'))
      .thenEvents(documentSealed('a.pdf'), finished);
  });

  it('does nothing when it is repeated', () => {
    given(solo.created, solo.signed('ana'), completed(), documentSealed(), finished)
      .when(recordSeal())
      .thenNothing();
  });

  it('refuses a second, other seal', () => {
    given(solo.created, solo.signed('ana'), completed(), documentSealed(), finished)
      .when(recordSeal('contrato.pdf', { sha256: hashOf('other') }))
      .thenRejected('DOCUMENT_HASH_MISMATCH');
  });

  it('refuses a document that was not completed', () => {
    given(solo.created).when(recordSeal()).thenRejected('DOCUMENT_NOT_PENDING');
    given(solo.created, documentCanceled(), processCanceled)
      .when(recordSeal())
      .thenRejected('DOCUMENT_NOT_PENDING');
    given(solo.created).when(recordSeal('outro.pdf')).thenRejected('DOCUMENT_NOT_FOUND');
    given().when(recordSeal()).thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
  });

  it('keeps the hash of the sealed file', () => {
    const state = given(solo.created, solo.signed('ana'), completed(), documentSealed(), finished).state();
    if (state.status !== 'finished') throw new Error('not finished');
    expect(state.documents.get(documentId('contrato.pdf'))).toMatchObject({
      status: 'sealed',
      seal: { sha256: hashOf('sealed contrato.pdf') },
    });
  });
});

describe('abandoning a creation', () => {
  it('closes the process for good', () => {
    given().when(abandon).thenEvents(abandoned);
  });

  it('leaves a process that was created, and one abandoned before', () => {
    given(solo.created).when(abandon).thenNothing();
    given(abandoned).when(abandon).thenNothing();
  });

  it('keeps the process from being created later', () => {
    given(abandoned).when(solo.sign('ana')).thenRejected('SIGNER_NOT_FOUND');
  });
});
