import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../../decider/specification.ts';
import {
  acting,
  completed,
  documentCanceled,
  documentId,
  documentRejected,
  documentSealed,
  finished,
  hashOf,
  processCanceled,
  processRejected,
  PROCESS,
} from '../../testing/process-builder.ts';
import { signatureProcess } from './decide-process.ts';

const { given } = specificationOf(signatureProcess);
const duo = acting({ signers: ['ana', 'rui'] });
const solo = acting();
/** Two of three signatories are enough, beside one signer and one witness. */
const board = acting({
  signers: ['ana'],
  signatories: ['rui', 'eva', 'leo'],
  attestants: ['bia'],
  minimumSignatories: 2,
});
/** As `board`, and the third may sign after the others until the document is completed. */
const openBoard = acting({
  signers: ['ana'],
  signatories: ['rui', 'eva', 'leo'],
  attestants: ['bia'],
  minimumSignatories: 2,
  acceptsLateSignatures: true,
});
const pair = acting({ documents: ['a.pdf', 'b.pdf'] });

describe('signing', () => {
  it('waits for the others', () => {
    given(duo.created).when(duo.sign('ana')).thenEvents(duo.signed('ana'));
  });

  it('records the language that the consent was shown in', () => {
    const signed = duo.signed('ana');
    if (signed.type !== 'SignatureSigned') throw new Error('not a signature');
    const consent = { ...signed.data.consent, language: 'en' as const };
    given(duo.created)
      .when(duo.sign('ana', { language: 'en' }))
      .thenEvents({ ...signed, data: { ...signed.data, consent } });
  });

  it('completes the document with the last required signature', () => {
    given(duo.created, duo.signed('ana')).when(duo.sign('rui')).thenEvents(duo.signed('rui'), completed());
  });

  it('completes with the minimum of signatories', () => {
    given(board.created, board.signed('ana'), board.signed('bia'), board.signed('rui'))
      .when(board.sign('eva'))
      .thenEvents(board.signed('eva'), board.dispensed(['leo']), completed());
  });

  it('does not complete below the minimum', () => {
    given(board.created, board.signed('ana'), board.signed('bia'))
      .when(board.sign('rui'))
      .thenEvents(board.signed('rui'));
  });

  it('needs the witness even with all signatories', () => {
    const { created, signed, sign } = openBoard;
    given(created, signed('ana'), signed('rui'), signed('eva')).when(sign('leo')).thenEvents(signed('leo'));
  });

  it('needs the signer even with witness and signatories', () => {
    given(board.created, board.signed('rui'), board.signed('eva'), board.dispensed(['leo']))
      .when(board.sign('bia'))
      .thenEvents(board.signed('bia'));
  });

  it('completes when enough are left after a signatory rejected', () => {
    given(
      board.created,
      board.rejected('leo', 'Não'),
      board.signed('ana'),
      board.signed('bia'),
      board.signed('rui'),
    )
      .when(board.sign('eva'))
      .thenEvents(board.signed('eva'), completed());
  });

  it('signs several documents in one act', () => {
    given(pair.created)
      .when(pair.sign('ana'))
      .thenEvents(
        pair.signed('ana', 'a.pdf'),
        completed('a.pdf'),
        pair.signed('ana', 'b.pdf'),
        completed('b.pdf'),
      );
  });

  it('refuses the whole act for one signature', () => {
    given(pair.created, documentCanceled('b.pdf'))
      .when(pair.sign('ana'))
      .thenRejected('DOCUMENT_NOT_PENDING');
  });

  it('refuses a signature that the person gave before', () => {
    given(duo.created, duo.signed('ana')).when(duo.sign('ana')).thenRejected('PERSON_ALREADY_SIGNED');
    given(solo.created, solo.signed('ana'), completed())
      .when(solo.sign('ana'))
      .thenRejected('PERSON_ALREADY_SIGNED');
    given(solo.created, solo.signed('ana'), completed(), documentSealed(), finished)
      .when(solo.sign('ana'))
      .thenRejected('PERSON_ALREADY_SIGNED');
  });

  it('refuses a signature named twice in one act', () => {
    const twice = solo.sign('ana');
    given(duo.created)
      .when({
        ...duo.sign('ana'),
        signatures: [...duo.sign('ana').signatures, ...duo.sign('ana').signatures],
      })
      .thenRejected('PERSON_ALREADY_SIGNED');
    given(solo.created)
      .when({ ...twice, signatures: [...twice.signatures, ...twice.signatures] })
      .thenRejected('PERSON_ALREADY_SIGNED');
  });

  it('refuses a signature that the person rejected', () => {
    given(board.created, board.rejected('rui', 'Não'))
      .when(board.sign('rui'))
      .thenRejected('SIGNATURE_NOT_PENDING');
  });

  it('refuses after the document was canceled', () => {
    given(solo.created, documentCanceled(), processCanceled)
      .when(solo.sign('ana'))
      .thenRejected('DOCUMENT_NOT_PENDING');
  });

  it('refuses after another rejected the document', () => {
    given(
      duo.created,
      duo.rejected('rui', 'Não'),
      documentRejected('required-participant-rejected'),
      processRejected,
    )
      .when(duo.sign('ana'))
      .thenRejected('DOCUMENT_NOT_PENDING');
  });

  it('refuses a signatory beyond the minimum of a completed document', () => {
    given(
      board.created,
      board.signed('ana'),
      board.signed('bia'),
      board.signed('rui'),
      board.signed('eva'),
      completed(),
    )
      .when(board.sign('leo'))
      .thenRejected('SIGNATURE_NOT_PENDING');
  });

  it('refuses another person’s signature', () => {
    given(duo.created)
      .when(duo.sign('ana', { by: 'rui' }))
      .thenRejected('IS_NOT_SIGNER');
  });

  it('refuses a signature that does not exist', () => {
    const unknown = {
      signatureId: `${PROCESS}:99`,
      documentId: documentId('contrato.pdf'),
      documentSha256: hashOf('x'),
    };
    given(solo.created)
      .when({ ...solo.sign('ana'), signatures: [unknown] })
      .thenRejected('SIGNER_NOT_FOUND');
  });

  it('refuses a process that does not exist, or is another tenant’s', () => {
    given().when(solo.sign('ana')).thenRejected('SIGNER_NOT_FOUND');
    given(solo.created)
      .when(solo.sign('ana', { tenantId: derivedId('test', 'other tenant') }))
      .thenRejected('SIGNER_NOT_FOUND');
  });

  it('refuses a document other than the one that was shown', () => {
    const shown = (change: object) => ({
      ...solo.sign('ana'),
      signatures: solo.sign('ana').signatures.map((each) => Object.assign(each, change)),
    });
    given(solo.created)
      .when(shown({ documentSha256: hashOf('other') }))
      .thenRejected('DOCUMENT_HASH_MISMATCH');
    given(solo.created)
      .when(shown({ documentId: documentId('other') }))
      .thenRejected('DOCUMENT_HASH_MISMATCH');
  });

  it('needs the location when it was asked for', () => {
    const located = acting({ located: ['ana'] });
    given(located.created).when(located.sign('ana')).thenRejected('GEOLOCATION_DATA_INVALID');
    given(located.created)
      .when(located.sign('ana', { client: { latitude: '-23.5' } }))
      .thenRejected('GEOLOCATION_DATA_INVALID');
    given(located.created)
      .when(located.sign('ana', { client: { latitude: '-23.5', longitude: '-46.6' } }))
      .thenTypes('SignatureSigned', 'DocumentCompleted');
  });

  it('needs a code for this very act when that was asked for', () => {
    const coded = acting({ coded: ['ana'] });
    given(coded.created).when(coded.sign('ana')).thenRejected('SIGNING_CODE_REQUIRED');
    given(coded.created)
      .when(coded.sign('ana', { code: 'wrong' }))
      .thenRejected('AUTH_DEVICE_VALIDATION_ERROR');
    given(coded.created)
      .when(coded.sign('ana', { code: 'right' }))
      .thenTypes('SignatureSigned', 'DocumentCompleted');
    given(board.created)
      .when(board.sign('ana', { code: 'wrong' }))
      .thenTypes('SignatureSigned');
  });
});

describe('signatories beyond the minimum', () => {
  const { created, signed, dispensed, sign, reject, rejected } = board;
  const met = [created, signed('rui'), signed('eva')];

  it('are dispensed by the signature that meets it, before the document is completed', () => {
    given(created, signed('rui'))
      .when(sign('eva'))
      .thenEvents(signed('eva'), dispensed(['leo']));
  });

  it('neither sign nor refuse once dispensed', () => {
    const [act, refusal] = [sign('leo'), reject('leo', 'Não')];
    for (const command of [act, refusal]) {
      const decision = signatureProcess.decide(
        command,
        [...met, dispensed(['leo'])].reduce(
          (state, event) => signatureProcess.evolve(state, event),
          signatureProcess.initialState(),
        ),
      );
      expect(decision).toMatchObject({
        accepted: false,
        code: 'SIGNATURE_NOT_PENDING',
        detail: expect.stringContaining('dispensado') as string,
      });
    }
  });

  it('do not refuse in a log that does not record that they were dispensed', () => {
    given(...met)
      .when(reject('leo', 'Não'))
      .thenRejected('SIGNATURE_NOT_PENDING');
    given(...met, signed('ana'))
      .when(sign('bia'))
      .thenEvents(signed('bia'), dispensed(['leo']), completed());
  });

  it('are dispensed with each document by itself', () => {
    const both = acting({
      documents: ['a.pdf', 'b.pdf'],
      signatories: ['rui', 'eva', 'leo'],
      minimumSignatories: 1,
    });
    given(both.created)
      .when(both.sign('rui', { document: 'b.pdf' }))
      .thenEvents(both.signed('rui', 'b.pdf'), both.dispensed(['eva', 'leo'], 'b.pdf'));
    given(both.created, both.signed('rui', 'b.pdf'), both.dispensed(['eva', 'leo'], 'b.pdf'))
      .when(both.sign('leo'))
      .thenRejected('SIGNATURE_NOT_PENDING');
    given(both.created, both.signed('rui', 'b.pdf'), both.dispensed(['eva', 'leo'], 'b.pdf'))
      .when(both.sign('leo', { document: 'a.pdf' }))
      .thenEvents(both.signed('leo', 'a.pdf'), both.dispensed(['rui', 'eva'], 'a.pdf'));
  });

  it('exclude those who refused before', () => {
    given(created, rejected('leo', 'Não'), signed('rui')).when(sign('eva')).thenEvents(signed('eva'));
  });

  it('may still sign where late signatures are accepted, and have nothing to refuse', () => {
    given(openBoard.created, openBoard.signed('rui'))
      .when(openBoard.sign('eva'))
      .thenEvents(openBoard.signed('eva'));
    const late = given(openBoard.created, openBoard.signed('rui'), openBoard.signed('eva'));
    late.when(openBoard.sign('leo')).thenEvents(openBoard.signed('leo'));
    late.when(openBoard.reject('leo', 'Não')).thenRejected('SIGNATURE_NOT_PENDING');
  });

  it('are dispensed at the latest when the document is completed', () => {
    given(openBoard.created, openBoard.signed('rui'), openBoard.signed('eva'), openBoard.signed('ana'))
      .when(openBoard.sign('bia'))
      .thenEvents(openBoard.signed('bia'), openBoard.dispensed(['leo']), completed());
  });
});

describe('rejecting', () => {
  it.each(['ana', 'bia'] as const)('ends the document when %s, who is required, rejects', (name) => {
    given(board.created)
      .when(board.reject(name, ' Não concordo '))
      .thenEvents(
        board.rejected(name, 'Não concordo'),
        documentRejected('required-participant-rejected'),
        processRejected,
      );
  });

  it('leaves the document pending while enough signatories are left', () => {
    given(board.created).when(board.reject('rui', 'Não')).thenEvents(board.rejected('rui', 'Não'));
  });

  it('ends the document when too few signatories are left', () => {
    given(board.created, board.rejected('rui', 'Não'))
      .when(board.reject('eva', 'Nem eu'))
      .thenEvents(
        board.rejected('eva', 'Nem eu'),
        documentRejected('minimum-signatories-unreachable'),
        processRejected,
      );
  });

  it('leaves the process waiting for its other document', () => {
    given(pair.created)
      .when(pair.reject('ana', 'Não', { document: 'a.pdf' }))
      .thenEvents(
        pair.rejected('ana', 'Não', 'a.pdf'),
        documentRejected('required-participant-rejected', 'a.pdf'),
      );
  });

  it('finishes a process whose other document is sealed', () => {
    given(pair.created, pair.signed('ana', 'a.pdf'), completed('a.pdf'), documentSealed('a.pdf'))
      .when(pair.reject('ana', 'Não', { document: 'b.pdf' }))
      .thenTypes('SignatureRejected', 'DocumentRejected', 'ProcessFinished');
  });

  it('leaves open a process whose other document is still to be sealed', () => {
    given(pair.created, pair.signed('ana', 'a.pdf'), completed('a.pdf'))
      .when(pair.reject('ana', 'Não', { document: 'b.pdf' }))
      .thenTypes('SignatureRejected', 'DocumentRejected');
  });

  it('needs a reason', () => {
    given(solo.created).when(solo.reject('ana', '  ')).thenRejected('NO_REJECT_REASON_PROVIDED');
  });

  it('refuses a signature that is not pending any more', () => {
    given(duo.created, duo.signed('ana'))
      .when(duo.reject('ana', 'Não'))
      .thenRejected('SIGNATURE_NOT_PENDING');
    given(board.created, board.rejected('rui', 'Não'))
      .when(board.reject('rui', 'Não'))
      .thenRejected('SIGNATURE_NOT_PENDING');
    given(solo.created, documentCanceled(), processCanceled)
      .when(solo.reject('ana', 'Não'))
      .thenRejected('DOCUMENT_NOT_PENDING');
  });

  it('refuses another person’s signature, and one of no process', () => {
    given(duo.created)
      .when(duo.reject('ana', 'Não', { by: 'rui' }))
      .thenRejected('IS_NOT_SIGNER');
    given().when(solo.reject('ana', 'Não')).thenRejected('SIGNER_NOT_FOUND');
  });
});
