import { describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import {
  acting,
  completed,
  documentCanceled,
  documentId,
  groupAsked,
  participantOf,
  personId,
  replace,
  type Cast,
} from '../testing/process-builder.ts';
import type { Replace } from './decide/commands.ts';
import { signatureProcess } from './decide/decide-process.ts';

const { given } = specificationOf(signatureProcess);
const cast: Cast = {
  documents: ['a.pdf', 'b.pdf'],
  signers: ['ana', 'rui'],
  groups: { rui: 2 },
  located: ['rui'],
};
const { created, sign, signed, reject, rejected } = acting(cast);
const [replacedByBia] = given(created).when(replace('rui', 'bia')).events;
if (replacedByBia === undefined) throw new Error('no participant was replaced');

describe('replacing a participant', () => {
  it('keeps part, order and requirements, and moves pending signatures', () => {
    expect(replacedByBia).toMatchObject({
      type: 'ParticipantReplaced',
      data: {
        replaced: { personId: personId('rui'), name: 'rui' },
        participant: { ...participantOf('bia'), part: 'signer', group: 2, requirements: { location: true } },
        signatures: [
          { signatureId: expect.stringMatching(/:2$/) },
          { signatureId: expect.stringMatching(/:4$/) },
        ],
      },
    });
  });

  it('takes everything from the replaced at once, and gives it to the new', () => {
    const history = [created, replacedByBia, signed('ana', 'a.pdf'), signed('ana', 'b.pdf')];
    const turn = [...history, groupAsked(2, 'bia')];
    given(...turn)
      .when(sign('rui'))
      .thenRejected('IS_NOT_SIGNER');
    given(...turn)
      .when(reject('rui', 'Não'))
      .thenRejected('IS_NOT_SIGNER');
    const client = { ip: '192.0.2.1', latitude: '-23', longitude: '-46' };
    given(...turn)
      .when(sign('rui', { by: 'bia' }))
      .thenRejected('GEOLOCATION_DATA_INVALID');
    given(...turn)
      .when(sign('rui', { by: 'bia', client }))
      .thenTypes('SignatureSigned', 'DocumentCompleted', 'SignatureSigned', 'DocumentCompleted');
  });

  it('asks the new one when the turn comes', () => {
    given(created, replacedByBia, signed('ana', 'a.pdf'))
      .when(sign('ana', { document: 'b.pdf' }))
      .thenEvents(signed('ana', 'b.pdf'), groupAsked(2, 'bia'));
  });

  it('is refused once they have signed or rejected anything', () => {
    given(created, signed('ana', 'a.pdf'))
      .when(replace('ana', 'bia'))
      .thenRejected('CHANGE_SIGNER_SIGNATORY_ERROR');
    const board = acting({ signers: ['leo'], signatories: ['ana', 'rui'], minimumSignatories: 1 });
    given(board.created, board.rejected('ana', 'Não'))
      .when(replace('ana', 'bia'))
      .thenRejected('CHANGE_SIGNER_SIGNATORY_ERROR');
    expect(rejected('ana', 'Não', 'a.pdf').type).toBe('SignatureRejected');
  });

  it('is refused for a participant who takes part already, and for one who takes no part', () => {
    given(created).when(replace('rui', 'ana')).thenRejected('CPF_DUPLICITY');
    given(created).when(replace('rui', 'rui')).thenRejected('CPF_DUPLICITY');
    given(created).when(replace('leo', 'bia')).thenRejected('SIGNER_NOT_FOUND');
    given().when(replace('ana', 'bia')).thenRejected('SIGNATURE_PROCESS_NOT_FOUND');
  });

  it.each([
    ['the same registration', (by: Replace['by']) => by],
    ['another of the same CPF', (by: Replace['by']) => ({ ...by, personId: personId('eva') })],
  ])('gives a returning participant the contact they were invited at, as %s (chain A1)', (_, registered) => {
    const again = replace('bia', 'rui');
    const by = registered({ ...again.by, email: 'atacante@exemplo.com.br', cellphoneNumber: '11988887777' });
    const [back] = given(created, replacedByBia).when({ ...again, by }).events;
    expect(back).toMatchObject({
      type: 'ParticipantReplaced',
      data: { participant: { personId: by.personId, email: participantOf('rui').email } },
    });
    expect(back?.data).not.toHaveProperty('participant.cellphoneNumber');
  });

  it('is refused where nothing is pending any more', () => {
    given(created, documentCanceled('a.pdf'), documentCanceled('b.pdf'))
      .when(replace('ana', 'bia'))
      .thenRejected('SIGNATURE_NOT_PENDING');
    const late = acting({ deadline: '2026-03-10T12:00:00.000Z' });
    given(late.created)
      .when(replace('ana', 'bia', '2026-03-10T12:00:00.000Z'))
      .thenRejected('DEADLINE_PASSED');
  });

  it('leaves dispensed signatures with the former participant', () => {
    const board = acting({
      documents: ['a.pdf', 'b.pdf'],
      signers: [],
      signatories: ['ana', 'rui'],
      minimumSignatories: 1,
    });
    const { events } = given(board.created, board.signed('ana', 'a.pdf'), completed('a.pdf')).when(
      replace('rui', 'bia'),
    );
    const documents = events.flatMap((event) =>
      event.type === 'ParticipantReplaced' ? event.data.signatures.map((one) => one.documentId) : [],
    );
    expect(documents).toEqual([documentId('b.pdf')]);
  });

  it('may bring a former participant back', () => {
    given(created, replacedByBia).when(replace('bia', 'rui')).thenTypes('ParticipantReplaced');
  });
});
