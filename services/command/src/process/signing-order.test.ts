import { describe, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import {
  acting,
  cancel,
  completed,
  documentCanceled,
  documentRejected,
  groupAsked,
  processRejected,
  type Cast,
} from '../testing/process-builder.ts';
import { signatureProcess } from './decide/decide-process.ts';

const { given } = specificationOf(signatureProcess);
const CONTRACT = 'contrato.pdf';

describe('groups one after another', () => {
  const cast: Cast = { signers: ['ana', 'rui', 'eva'], groups: { rui: 2, eva: 2 } };
  const { created, sign, reject, signed, rejected } = acting(cast);

  it('keeps a later group from signing and from rejecting', () => {
    given(created).when(sign('rui')).thenRejected('NOT_YOUR_TURN');
    given(created).when(reject('rui', 'Não')).thenRejected('NOT_YOUR_TURN');
  });

  it('asks the next group once the one before has signed', () => {
    given(created)
      .when(sign('ana'))
      .thenEvents(signed('ana'), groupAsked(2, 'rui', 'eva'));
  });

  it('allows participants of one group to sign in any order', () => {
    const history = [created, signed('ana'), groupAsked(2, 'rui', 'eva')];
    given(...history)
      .when(sign('eva'))
      .thenEvents(signed('eva'));
    given(...history)
      .when(sign('rui'))
      .thenEvents(signed('rui'));
    given(...history, signed('eva'))
      .when(sign('rui'))
      .thenEvents(signed('rui'), completed());
  });

  it('asks no later group after a rejection that ends everything', () => {
    given(created)
      .when(reject('ana', 'Não'))
      .thenEvents(rejected('ana', 'Não'), documentRejected('required-participant-rejected'), processRejected);
  });

  it('says that it is not theirs before it says that it is not their turn', () => {
    given(created)
      .when(sign('rui', { by: 'ana' }))
      .thenRejected('IS_NOT_SIGNER');
  });
});

describe('a group whose signatures are not needed any more', () => {
  const cast: Cast = {
    signers: ['leo'],
    signatories: ['ana', 'rui', 'eva'],
    minimumSignatories: 1,
    groups: { eva: 2, leo: 3 },
  };
  const { created, sign, signed, dispensed } = acting(cast);

  it('is passed over, and dispensed', () => {
    given(created)
      .when(sign('ana'))
      .thenEvents(signed('ana'), dispensed(['rui', 'eva']), groupAsked(3, 'leo'));
  });

  it('may sign while the document waits for those after it, where late signatures are accepted', () => {
    const open = acting({ ...cast, acceptsLateSignatures: true });
    given(open.created).when(open.sign('ana')).thenEvents(open.signed('ana'), groupAsked(3, 'leo'));
    given(open.created, open.signed('ana'), groupAsked(3, 'leo'))
      .when(open.sign('rui'))
      .thenEvents(open.signed('rui'));
  });
});

describe('a group of which one rejects and the others suffice', () => {
  const cast: Cast = {
    signers: [],
    signatories: ['ana', 'rui', 'eva'],
    minimumSignatories: 2,
    groups: { eva: 2 },
  };
  const { created, reject, signed, rejected } = acting(cast);

  it('gives the turn to the next', () => {
    given(created, signed('ana'))
      .when(reject('rui', 'Não'))
      .thenEvents(rejected('rui', 'Não'), groupAsked(2, 'eva'));
  });
});

describe('several documents', () => {
  const cast: Cast = { documents: [CONTRACT, 'anexo.pdf'], signers: ['ana', 'rui'], groups: { rui: 2 } };
  const { created, sign, signed } = acting(cast);

  it('have one order: the next group is asked when all of them are signed', () => {
    given(created)
      .when(sign('ana', { document: CONTRACT }))
      .thenEvents(signed('ana'));
    given(created, signed('ana'))
      .when(sign('ana', { document: 'anexo.pdf' }))
      .thenEvents(signed('ana', 'anexo.pdf'), groupAsked(2, 'rui'));
  });

  it('do not wait on a document that was canceled', () => {
    given(created, signed('ana'))
      .when(cancel('anexo.pdf'))
      .thenEvents(documentCanceled('anexo.pdf'), groupAsked(2, 'rui'));
  });
});

describe('groups that begin elsewhere than at one', () => {
  const { created, sign, signed } = acting({ signers: ['ana', 'rui'], groups: { ana: 3, rui: 7 } });

  it('keep their order', () => {
    given(created).when(sign('rui')).thenRejected('NOT_YOUR_TURN');
    given(created).when(sign('ana')).thenEvents(signed('ana'), groupAsked(7, 'rui'));
  });
});
