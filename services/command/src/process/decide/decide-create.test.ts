import { describe, expect, it } from 'vitest';

import { specificationOf } from '../../decider/specification.ts';
import { abandoned, creation, personId, processCreated, PROCESS } from '../../testing/process-builder.ts';
import { signatureProcess } from './decide-process.ts';

const { given } = specificationOf(signatureProcess);
const cast = { signers: ['ana'], signatories: ['rui', 'eva'], attestants: ['leo'] } as const;

describe('creating a process', () => {
  it('asks every participant for a signature on every document', () => {
    const [event] = given().when(creation({ ...cast, documents: ['a.pdf', 'b.pdf'] })).events;
    if (event?.type !== 'ProcessCreated') throw new Error('not created');
    expect(event.data.signatures.map(({ signatureId }) => signatureId)).toEqual(
      Array.from({ length: 8 }, (_, index) => `${PROCESS}:${index + 1}`),
    );
    expect(new Set(event.data.signatures.map((each) => `${each.documentId} ${each.personId}`)).size).toBe(8);
    expect(event.data.signatures.find((each) => each.personId === personId('leo'))?.part).toBe('attestant');
  });

  it.each([
    ['all signatories unless a minimum is given', undefined, 2],
    ['the minimum that is given', 1, 1],
  ])('requires %s', (_case, minimumSignatories, expected) => {
    const [event] = given().when({ ...creation(cast), minimumSignatories }).events;
    expect(event?.data).toMatchObject({ minimumSignatories: expected });
  });

  it('requires no signatories when there are none', () => {
    expect(given().when(creation()).events[0]?.data).toMatchObject({ minimumSignatories: 0 });
  });

  it('takes signatories alone', () => {
    given()
      .when(creation({ signers: [], signatories: ['rui'] }))
      .thenTypes('ProcessCreated');
  });

  it('succeeds with nothing new when it is repeated', () => {
    given(processCreated(cast)).when(creation(cast)).thenNothing();
  });

  it('is refused once it was abandoned', () => {
    given(abandoned).when(creation()).thenRejected('CONCURRENT_CHANGE');
  });

  it.each([
    ['nobody', { signers: [] }, 'NO_SIGNERS_PROVIDED'],
    ['witnesses alone', { signers: [], attestants: ['leo'] }, 'NO_SIGNERS_PROVIDED'],
    ['the same person twice in one part', { signers: ['ana', 'ana'] }, 'CPF_DUPLICITY'],
    ['the same person in two parts', { signers: ['ana'], attestants: ['ana'] }, 'CPF_DUPLICITY'],
    ['a minimum without signatories', { minimumSignatories: 1 }, 'MINIMUM_SIGNATORIES_INVALID'],
    [
      'a minimum above the signatories',
      { signatories: ['rui'], minimumSignatories: 2 },
      'MINIMUM_SIGNATORIES_INVALID',
    ],
    ['a minimum of none', { signatories: ['rui'], minimumSignatories: 0 }, 'MINIMUM_SIGNATORIES_INVALID'],
    ['a document name twice', { documents: ['a.pdf', 'a.pdf'] }, 'DOCUMENT_NAME_ALREADY_USED'],
    ['names that differ in case', { documents: ['Ação.pdf', 'AÇÃO.PDF'] }, 'DOCUMENT_NAME_ALREADY_USED'],
    [
      'names that differ in composition',
      { documents: ['a\u00e7.pdf', 'ac\u0327.pdf'] },
      'DOCUMENT_NAME_ALREADY_USED',
    ],
  ] as const)('refuses %s', (_case, parts, code) => {
    given().when(creation(parts)).thenRejected(code);
  });

  it('refuses two registrations of one CPF', () => {
    const command = creation({ signers: ['ana', 'rui'] });
    const [ana, rui] = command.participants;
    if (ana === undefined || rui === undefined) throw new Error('two participants are needed');
    given()
      .when({ ...command, participants: [ana, { ...rui, cpf: ana.cpf }] })
      .thenRejected('CPF_DUPLICITY');
  });

  it('refuses a process too large for one event, by its bytes and not by its count', () => {
    const many = (length: number, name: string) =>
      Array.from({ length }, (_, index) => `${index}${name}.pdf`);
    given()
      .when(creation({ documents: many(400, '') }))
      .thenTypes('ProcessCreated');
    given()
      .when(creation({ documents: many(400, 'ã'.repeat(1_000)) }))
      .thenRejected('CLASS_VALIDATION_ERROR');
    given()
      .when(creation({ documents: many(4_001, '') }))
      .thenRejected('CLASS_VALIDATION_ERROR');
  });
});
