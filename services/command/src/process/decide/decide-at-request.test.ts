import { DECLARATION_SHA256, DECLARATION_VERSION } from '@lacre/contracts';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../../decider/specification.ts';
import {
  acting,
  completed,
  creation,
  participantOf,
  personId,
  processCreated,
  replace,
  type Cast,
} from '../../testing/process-builder.ts';
import type { Delegate } from './commands.ts';
import { signatureProcess } from './decide-process.ts';

const { given } = specificationOf(signatureProcess);
/** Ana signs in the name of Bia, who cannot; Rui and Eva are the witnesses. */
const witnessed: Cast = { signers: ['ana'], attestants: ['rui', 'eva'], atRequest: { ana: 'bia' } };
const { created, sign, signed } = acting({ ...witnessed, allowsDelegation: true });
const declarationVersion = DECLARATION_VERSION;
const requestingPerson = {
  personId: personId('bia'),
  name: 'bia',
  cpf: participantOf('bia').cpf,
  impediment: 'cannot-read-or-write',
};

describe('creating a process in which someone signs at another’s request', () => {
  it('records who signs in whose name, and why', () => {
    expect(processCreated(witnessed).data.participants[0]).toMatchObject({
      personId: personId('ana'),
      atRequestOf: requestingPerson,
    });
  });

  it('asks no signature of the person who cannot sign', () => {
    expect(created.data.signatures.map((one) => one.personId)).not.toContain(personId('bia'));
  });

  it.each<[string, Cast]>([
    ['one witness', { ...witnessed, attestants: ['rui'] }],
    ['no witness', { ...witnessed, attestants: [] }],
    ['one witness and another signer', { ...witnessed, signers: ['ana', 'leo'], attestants: ['rui'] }],
    [
      'one witness, for a representative',
      { signers: [], signatories: ['ana'], attestants: ['rui'], atRequest: { ana: 'bia' } },
    ],
  ])('is refused with %s', (_case, cast) => {
    given().when(creation(cast)).thenRejected('AT_REQUEST_WITNESSES_MISSING');
  });

  it.each<[string, Cast]>([
    ['who signs for themselves', { ...witnessed, atRequest: { ana: 'ana' } }],
    ['a witness, as who cannot sign', { ...witnessed, atRequest: { ana: 'rui' } }],
    ['another signer, as who cannot sign', { ...witnessed, signers: ['ana', 'bia'] }],
    ['a witness who signs for someone', { ...witnessed, atRequest: { rui: 'bia' } }],
    [
      'two who sign for one person',
      { ...witnessed, signers: ['ana', 'leo'], atRequest: { ana: 'bia', leo: 'bia' } },
    ],
  ])('is refused with %s', (_case, cast) => {
    given().when(creation(cast)).thenRejected('AT_REQUEST_NOT_ALLOWED');
  });

  it('is refused where the person who cannot sign is a witness under another registration of the CPF', () => {
    const command = creation(witnessed);
    const participants = command.participants.map((one) =>
      one.personId === personId('rui') ? { ...one, cpf: requestingPerson.cpf } : one,
    );
    given()
      .when({ ...command, participants })
      .thenRejected('AT_REQUEST_NOT_ALLOWED');
  });

  it('is refused where the signer is a witness too', () => {
    given()
      .when(creation({ ...witnessed, attestants: ['ana', 'rui'] }))
      .thenRejected('CPF_DUPLICITY');
  });
});

describe('signing at another’s request', () => {
  it('records in whose name, and the declaration to the letter', () => {
    const [event] = given(created).when(sign('ana', { declarationVersion })).events;
    expect(event).toMatchObject({
      type: 'SignatureSigned',
      data: {
        personId: personId('ana'),
        atRequestOf: { personId: personId('bia'), name: 'bia' },
        declaration: {
          by: 'signer',
          version: declarationVersion,
          textSha256: DECLARATION_SHA256[declarationVersion].signer,
        },
      },
    });
  });

  it('has each witness declare the reading and the request', () => {
    const [event] = given(created).when(sign('rui', { declarationVersion })).events;
    expect(event?.data).toMatchObject({
      declaration: { by: 'witness', textSha256: DECLARATION_SHA256[declarationVersion].witness },
    });
    expect(event?.data).not.toHaveProperty('atRequestOf');
  });

  it.each(['ana', 'rui', 'eva'] as const)('is refused to %s, who declares nothing', (name) => {
    given(created).when(sign(name)).thenRejected('AT_REQUEST_DECLARATION_REQUIRED');
    given(created)
      .when(sign(name, { declarationVersion: '1999-01-01' }))
      .thenRejected('AT_REQUEST_DECLARATION_REQUIRED');
  });

  it('asks no declaration of a signer who signs for themselves beside', () => {
    const beside = acting({ ...witnessed, signers: ['ana', 'leo'] });
    const [event] = given(beside.created).when(beside.sign('leo', { declarationVersion })).events;
    expect(event?.type).toBe('SignatureSigned');
    expect(event?.data).not.toHaveProperty('declaration');
  });

  it('completes the document with the last of the two witnesses, not before', () => {
    given(created, signed('ana')).when(sign('rui', { declarationVersion })).thenTypes('SignatureSigned');
    const { events } = given(created, signed('ana'), signed('rui')).when(sign('eva', { declarationVersion }));
    expect(events.at(-1)).toEqual(completed());
  });
});

describe('replacing a participant in it', () => {
  it('keeps the person in whose name the replacement signs', () => {
    expect(given(created).when(replace('ana', 'leo')).events[0]?.data).toMatchObject({
      participant: { personId: personId('leo'), atRequestOf: requestingPerson },
    });
  });

  it('leaves two witnesses, another in the place of one', () => {
    expect(given(created).when(replace('rui', 'leo')).events[0]?.data).toMatchObject({
      participant: { personId: personId('leo'), part: 'attestant' },
    });
  });

  it.each([
    ['by the person who cannot sign', 'bia', 'AT_REQUEST_NOT_ALLOWED'],
    ['by the signer', 'ana', 'CPF_DUPLICITY'],
    ['by the other witness', 'eva', 'CPF_DUPLICITY'],
  ] as const)('refuses to replace a witness %s', (_case, by, code) => {
    given(created).when(replace('rui', by)).thenRejected(code);
  });

  it('refuses to replace the signer by the person who cannot sign', () => {
    given(created).when(replace('ana', 'bia')).thenRejected('AT_REQUEST_NOT_ALLOWED');
  });

  const delegate = (who: 'ana' | 'rui', to: 'leo' | 'bia'): Delegate => {
    const { tenantId, personId: own, proofs, client, at } = sign(who);
    return {
      type: 'delegate',
      tenantId,
      personId: own,
      proofs,
      client,
      at,
      by: participantOf(to),
      reason: undefined,
    };
  };

  it('allows a witness to hand on their signature, but not to the person who cannot sign', () => {
    given(created).when(delegate('rui', 'leo')).thenTypes('SignatureDelegated');
    given(created).when(delegate('rui', 'bia')).thenRejected('AT_REQUEST_NOT_ALLOWED');
  });

  it('does not allow the signer asked by the person to hand it on', () => {
    given(created).when(delegate('ana', 'leo')).thenRejected('DELEGATION_NOT_ALLOWED');
  });
});
