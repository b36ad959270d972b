import { describe, expect, test } from 'vitest';

import {
  afterExpiry,
  deadlineIsPast,
  effectiveMinimum,
  emptyDraft,
  followingSummary,
  missingIn,
  processBody,
  reachableStep,
  suggestedSummary,
  withDocument,
  withNeighboursSwapped,
  valueFault,
  type Draft,
  type DraftDocument,
  type DraftParticipant,
} from './draft.ts';

const person = (personId: string, part: DraftParticipant['part'], location = false): DraftParticipant => ({
  personId,
  part,
  requirements: { location },
  group: 1,
  name: personId,
  cpf: '52998224725',
  email: `${personId}@exemplo.com.br`,
});

const full: Draft = {
  ...emptyDraft('intent-1'),
  summary: ' Contrato ',
  suggested: '',
  documents: [
    {
      uploadId: 'u1',
      name: 'Contrato.pdf',
      sizeBytes: 10,
      pages: 1,
      alreadySigned: false,
      normalised: false,
      proof: 'p1',
      chosenName: 'Contrato.docx',
      order: 1,
    },
  ],
  company: { companyId: 'c1', companyName: 'Acme', cnpj: '11222333000181' },
  participants: [person('ana', 'signer'), person('rui', 'signatory', true), person('lia', 'signatory')],
  minimumSignatories: null,
};

describe('the steps', () => {
  test('cannot be jumped over', () => {
    expect(reachableStep(emptyDraft('i'), 'revisao')).toBe('documentos');
    expect(reachableStep({ ...full, company: null }, 'revisao')).toBe('empresa');
    expect(reachableStep({ ...full, participants: [] }, 'revisao')).toBe('signatarios');
    expect(reachableStep(full, 'revisao')).toBe('revisao');
    expect(reachableStep(full, 'empresa')).toBe('empresa');
  });

  test('say what they lack', () => {
    expect(missingIn(emptyDraft('i'), 'documentos')).toHaveLength(2);
    expect(missingIn({ ...full, participants: [person('ze', 'attestant')] }, 'signatarios')).toHaveLength(1);
    const typedPerson = { name: 'Rui', cpf: '', email: '', cellphoneNumber: '' };
    expect(missingIn({ ...full, typedPerson }, 'signatarios')).toEqual([
      'Inclua ou descarte a pessoa que você começou a cadastrar.',
    ]);
  });
});

describe('the minimum of signatories', () => {
  test.each([
    [null, null],
    [1, 1],
    [2, null],
    [7, null],
    [0, null],
  ])('%s of two means %s', (chosen, effective) => {
    expect(effectiveMinimum({ ...full, minimumSignatories: chosen })).toBe(effective);
  });
});

test('the request carries proofs in order, parts and requirements', () => {
  expect(processBody({ ...full, minimumSignatories: 1, acceptsLateSignatures: true })).toMatchObject({
    minimumSignatories: 1,
    acceptsLateSignatures: true,
  });
  expect(processBody({ ...full, allowsDelegation: true })).toMatchObject({ allowsDelegation: true });
  expect(processBody(full)).not.toHaveProperty('allowsDelegation');
  expect(processBody({ ...full, acceptsLateSignatures: true })).not.toHaveProperty('acceptsLateSignatures');
  expect(processBody({ ...full, minimumSignatories: 1 })).toEqual({
    summary: 'Contrato',
    companyId: 'c1',
    type: 'single',
    documents: [{ proof: 'p1' }],
    participants: [
      { personId: 'ana', part: 'signer', requirements: { location: false } },
      { personId: 'rui', part: 'signatory', requirements: { location: true } },
      { personId: 'lia', part: 'signatory', requirements: { location: false } },
    ],
    minimumSignatories: 1,
    // Said, or the account's settings would hold.
    deadline: null,
    reminders: null,
  });
  expect(processBody(full)).not.toHaveProperty('minimumSignatories');
});

test('optional choices are sent, and those that no longer apply are not', () => {
  const [document] = full.documents;
  const selection = { question: 'Pix ou boleto?', options: ['Pix', 'Boleto'], minimum: 1, maximum: 1 };
  const chosen: Draft = {
    ...full,
    type: 'separate',
    ordered: true,
    deadline: '2026-12-24',
    reminderDays: 3,
    tags: [{ tagId: 't1', name: 'Urgente' }],
    documents: [
      { ...document!, selection: { ...selection, askedOf: ['ana', 'left'] } },
      { ...document!, uploadId: 'u2', selection: { ...selection, askedOf: ['left'] } },
    ],
    participants: [{ ...person('ana', 'signer'), group: 2 }],
  };
  const body = processBody(chosen);
  expect(body).toMatchObject({
    type: 'separate',
    deadline: '2026-12-25T02:59:59.000Z',
    reminders: { everyDays: 3 },
    tagIds: ['t1'],
    participants: [{ personId: 'ana', group: 2 }],
  });
  expect(body.documents[0]).toEqual({ proof: 'p1', selection: { ...selection, askedOf: ['ana'] } });
  expect(body.documents[1]).toEqual({ proof: 'p1', selection });
  expect(processBody({ ...chosen, documents: [document!] }).type).toBe('single');
});

describe('the deadline', () => {
  test.each([
    ['', false],
    ['2026-11-20', false],
    ['2026-11-19', true],
  ])('%s is past: %s', (deadline, past) => {
    expect(deadlineIsPast({ ...full, deadline }, new Date('2026-11-20T12:00:00Z'))).toBe(past);
  });
});

describe('the summary', () => {
  test('starts from the first document', () => {
    const files = [
      { name: 'anexo.pdf', order: 2 },
      { name: 'contrato_de-prestacao.v2.pdf', order: 1 },
    ];
    expect(suggestedSummary(files)).toBe('contrato de prestacao.v2');
    expect(suggestedSummary([])).toBe('');
  });

  test('follows the files until the requester writes one', () => {
    const one = { ...full, ...followingSummary(emptyDraft('i'), [{ name: 'b.pdf', order: 2 }]) };
    expect(one.summary).toBe('b');
    const files = [
      { name: 'b.pdf', order: 2 },
      { name: 'a.pdf', order: 1 },
    ];
    expect(followingSummary(one, files).summary).toBe('a');
    expect(followingSummary({ ...one, summary: 'Meu resumo' }, files).summary).toBe('Meu resumo');
  });
});

describe('the documents', () => {
  const document = (uploadId: string, order: number): DraftDocument => ({
    ...full.documents[0]!,
    uploadId,
    order,
  });
  const ids = (documents: readonly DraftDocument[]) => documents.map(({ uploadId }) => uploadId).join('');

  test('stand in the order of choice, whichever arrives first', () => {
    const late = { ...full, documents: [document('b', 2), document('d', 4)] };
    expect(ids(withDocument(late, document('c', 3)))).toBe('bcd');
    expect(ids(withDocument(late, document('a', 1)))).toBe('abd');
  });

  test('change places with their neighbours', () => {
    const documents = [document('a', 1), document('c', 3), document('d', 4)];
    const moved = withNeighboursSwapped(documents, 1, -1);
    expect(ids(moved)).toBe('cad');
    expect(moved.map(({ order }) => order)).toEqual([1, 3, 4]);
    // What was chosen between them and arrives late stands between them.
    expect(ids(withDocument({ ...full, documents: moved }, document('b', 2)))).toBe('cbad');
    expect(ids(withNeighboursSwapped(documents, 2, 1))).toBe('acd');
  });
});

test('asks again for the file whose stay is over and those sent before it, and makes templates anew', () => {
  const [first] = full.documents;
  if (first === undefined) throw new Error('no document');
  const sent = (uploadId: string, sentAt: number): DraftDocument => ({ ...first, uploadId, sentAt });
  const made: DraftDocument = {
    ...sent('made', 0),
    template: { templateId: 't1', kind: 'text', roleKeys: [], values: [], filledFor: 'key' },
  };
  const draft = { ...full, documents: [sent('old', 1), sent('refused', 2), sent('recent', 3), made] };
  const idsOf = (documents: readonly DraftDocument[]) => documents.map(({ uploadId }) => uploadId);
  const files = afterExpiry(draft, 1, () => 'new');
  expect(idsOf(files.expired)).toEqual(['old', 'refused']);
  expect(idsOf(files.documents)).toEqual(['recent', 'new']);
  const templates = afterExpiry(draft, 3, () => 'new');
  expect(idsOf(templates.expired)).toEqual([]);
  expect(idsOf(templates.documents)).toEqual(['old', 'refused', 'recent', 'new']);
  expect(templates.documents.at(-1)?.proof).toBe('');
  expect(templates.documents.at(-1)?.template).not.toHaveProperty('filledFor');
});

test.each([
  [{ name: 'veiculo:placa', value: 'ABC12D3' }, 'Placa inválida: use ABC1234 ou ABC1D23'],
  [{ name: 'veiculo:placa', value: 'ABC1D23' }, undefined],
  [{ name: 'veiculo:placa', value: '' }, undefined],
  [{ name: 'valor', value: 'ABC12D3' }, undefined],
])('the value %j of a template is faulty: %s', (field, fault) => {
  expect(valueFault(field)).toBe(fault);
});
