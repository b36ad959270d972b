import { randomUUID } from 'node:crypto';

import { operations } from '@lacre/contracts';
import { expect, test } from 'vitest';

import { templateDocumentId } from './draft-templates.ts';
import { emptyDraft, type Draft } from './draft.ts';
import {
  contentOf,
  draftFrom,
  goneFrom,
  isWorthSaving,
  withProofsOf,
  type SavedDraft,
} from './saved-draft.ts';

const [templateId, uploadId, companyId, tagId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const [ana, rui] = [randomUUID(), randomUUID()].map((personId) => ({
  personId,
  name: 'Ana Souza',
  cpf: '52998224725',
  email: 'ana@exemplo.com.br',
})) as [Known, Known];
type Known = { personId: string; name: string; cpf: string; email: string };

/** An upload's answer says more than a draft keeps. */
const NOT_KEPT = { sha256: 'a'.repeat(64), sourceSha256: 'b'.repeat(64) };
const document = {
  uploadId,
  name: 'Contrato.pdf',
  sizeBytes: 10,
  pages: 1,
  alreadySigned: false,
  normalised: false,
  proof: 'prova',
  chosenName: 'Contrato.docx',
  order: 1,
  sentAt: 1_700_000_000_000,
  removed: ['actions' as const],
  signatures: [],
  ...NOT_KEPT,
  selection: { question: 'Pix?', options: ['Sim', 'Não'], minimum: 1, maximum: 1, askedOf: [ana.personId] },
};
const taking = (person: Known): Draft['participants'][number] => ({
  ...person,
  part: 'signer',
  requirements: { location: true },
  group: 1,
  role: 'parte',
  usualOf: companyId,
});
const draft: Draft = {
  ...emptyDraft(randomUUID()),
  summary: 'Contrato',
  typedPerson: { name: 'Rui', cpf: '529', email: '', cellphoneNumber: '', role: 'parte' },
  documents: [
    document,
    {
      ...document,
      uploadId: templateDocumentId(templateId),
      selection: undefined,
      template: {
        templateId,
        kind: 'text',
        roleKeys: ['parte'],
        values: [{ name: 'valor', value: '' }],
        filledFor: '{}',
      },
    },
  ],
  company: { companyId, companyName: 'Acme', cnpj: '11222333000181' },
  participants: [taking(ana), taking(rui)],
  roles: [{ key: 'parte', label: 'Parte', part: 'signer', requirements: { location: false }, group: 1 }],
  tags: [{ tagId, name: 'Urgente' }],
  deadline: '24/12',
};
const saved = (over: Partial<SavedDraft> = {}): SavedDraft => ({
  draftId: randomUUID(),
  revision: 3,
  changedAt: '2026-11-20T12:00:00.000Z',
  changedBy: { userId: randomUUID(), name: 'Leo' },
  content: operations.saveProcessDraft.body.parse({ revision: 0, content: contentOf(draft) }).content,
  company: draft.company,
  people: [ana, rui],
  tags: draft.tags,
  ...over,
});

test('every field of a draft is one that the server keeps, of an empty one too', () => {
  for (const one of [draft, emptyDraft(randomUUID())]) {
    const parsed = operations.saveProcessDraft.body.safeParse({ revision: 0, content: contentOf(one) });
    expect(parsed.error?.issues).toBeUndefined();
  }
});

const LEFT_OUT = { signatures: undefined, sha256: undefined, sourceSha256: undefined };

test('a draft comes back as it was saved, but for values read or made anew', () => {
  const [sent, made] = draft.documents;
  const { filledFor: _made, ...template } = made!.template!;
  expect(draftFrom(saved())).toEqual({
    ...draft,
    documents: [
      { ...sent, ...LEFT_OUT },
      { ...made, ...LEFT_OUT, template, proof: '' },
    ],
  });
});

test('registered people are saved by their ids alone', () => {
  expect(JSON.stringify(contentOf(draft))).not.toMatch(/Ana Souza|52998224725|ana@exemplo/);
});

test('removed people are left out, and counted', () => {
  const without = saved({ people: [rui], company: null, tags: [] });
  expect(draftFrom(without).participants.map(({ personId }) => personId)).toEqual([rui.personId]);
  expect(draftFrom(without)).toMatchObject({ company: null, tags: [] });
  expect(goneFrom(without)).toBe(1);
});

test('newer proofs take the place of those of the same upload', () => {
  const content = { ...saved().content, documents: [{ ...document, proof: 'nova' }] };
  const renewed = withProofsOf(draft.documents, saved({ content }));
  expect(renewed.map(({ proof }) => proof)).toEqual(['nova', draft.documents[1]?.proof]);
});

test('values filled in by default are not worth saving', () => {
  const filled = { ...draft, documents: [], summary: '', typedPerson: undefined };
  expect(isWorthSaving(filled)).toBe(false);
  expect(
    isWorthSaving({ ...filled, participants: [{ ...filled.participants[0]!, usualOf: undefined }] }),
  ).toBe(true);
  expect(isWorthSaving({ ...filled, summary: 'Contrato' })).toBe(true);
  expect(isWorthSaving({ ...filled, typedPerson: draft.typedPerson })).toBe(true);
  expect(isWorthSaving(draft)).toBe(true);
});
