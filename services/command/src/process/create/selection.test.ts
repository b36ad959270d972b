import { describe, expect, it } from 'vitest';

import { specificationOf } from '../../decider/specification.ts';
import { acting, creation, processCreated, replace, type Cast } from '../../testing/process-builder.ts';
import { signatureProcess } from '../decide/decide-process.ts';

const { given } = specificationOf(signatureProcess);
const selection = { question: 'Qual plano?', options: ['Mensal', 'Anual', 'Nenhum'], minimum: 1, maximum: 2 };
const cast: Cast = { signers: ['ana'], signatories: ['rui'], attestants: ['bia'], selection };
const { created, sign } = acting(cast);
const answered = (...chosen: readonly string[]) => sign('ana', { selection: chosen });

describe('a selection', () => {
  it('is asked of signers and signatories, or of the participants that it names', () => {
    const asked = (of: Cast) => processCreated(of).data.signatures.map((one) => one.asksSelection ?? false);
    expect(asked(cast)).toEqual([true, true, false]);
    expect(asked({ ...cast, answering: ['bia'] })).toEqual([false, false, true]);
    given()
      .when(creation({ ...cast, answering: ['leo'] }))
      .thenRejected('SIGNER_NOT_FOUND');
    expect(processCreated(cast).data.documents[0]).toMatchObject({ selection });
  });

  it('is answered when signing, in the order of its options', () => {
    const [signed] = given(created).when(answered('Nenhum', 'Mensal')).events;
    expect(signed?.data).toMatchObject({
      selection: { question: 'Qual plano?', chosen: ['Mensal', 'Nenhum'] },
    });
    given(created).when(sign('bia')).thenTypes('SignatureSigned');
  });

  it('must be answered', () => {
    given(created).when(sign('ana')).thenRejected('NO_SELECTION_PROVIDED');
    given(created).when(answered()).thenRejected('NO_SELECTION_PROVIDED');
  });

  it('is answered with neither more nor less than it says', () => {
    given(created)
      .when(answered('Mensal', 'Anual', 'Nenhum'))
      .thenRejected('MORE_LESS_SELECTION');
    const pair = acting({ selection: { ...selection, minimum: 2 } });
    given(pair.created)
      .when(pair.sign('ana', { selection: ['Anual'] }))
      .thenRejected('MORE_LESS_SELECTION');
  });

  it('is answered with its own options, each once', () => {
    given(created).when(answered('Semanal')).thenRejected('INVALID_SELECTION');
    given(created).when(answered('Anual', 'Anual')).thenRejected('INVALID_SELECTION');
  });

  it('is not answered where nothing was asked', () => {
    given(created)
      .when(sign('bia', { selection: ['Anual'] }))
      .thenRejected('INVALID_SELECTION');
    const plain = acting();
    given(plain.created)
      .when(plain.sign('ana', { selection: ['Anual'] }))
      .thenRejected('INVALID_SELECTION');
  });

  it('may be left open where none need be chosen', () => {
    const open = acting({ selection: { ...selection, minimum: 0 } });
    const [signed] = given(open.created).when(open.sign('ana')).events;
    expect(signed?.data).toMatchObject({ selection: { chosen: [] } });
  });

  it('is asked of a replacement too', () => {
    const [replaced] = given(created).when(replace('ana', 'eva')).events;
    if (replaced === undefined) throw new Error('no participant was replaced');
    given(created, replaced)
      .when(sign('ana', { by: 'eva' }))
      .thenRejected('NO_SELECTION_PROVIDED');
  });
});
