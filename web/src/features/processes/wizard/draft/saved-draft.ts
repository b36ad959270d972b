import type { AnswerOf, BodyOf } from '@lacre/contracts';

import { templateDocumentId } from './draft-templates.ts';
import type { Draft, DraftDocument, DraftParticipant } from './draft.ts';

export type SavedDraft = AnswerOf<'getProcessDraft'>;
type Content = BodyOf<'saveProcessDraft'>['content'];
type SavedDocument = Content['documents'][number];

/** Whether the draft says anything that a user would miss: what fills itself is there again next time. */
export const isWorthSaving = ({ documents, summary, participants, typedPerson }: Draft): boolean =>
  documents.length > 0 ||
  summary.trim() !== '' ||
  participants.some(({ usualOf }) => usualOf === undefined) ||
  Object.values(typedPerson ?? {}).some((text) => text !== '');

/** What is saved of a draft: people, company and tags by their ids, since what they are may change meanwhile. */
export function contentOf(draft: Draft): Content {
  const { documents, company, participants, tags, ...kept } = draft;
  return {
    ...kept,
    documents: documents.map(savedDocument),
    companyId: company?.companyId ?? null,
    participants: participants.map(savedParticipant),
    tagIds: tags.map(({ tagId }) => tagId),
  };
}

function savedParticipant({
  atRequestOf,
  ...participant
}: DraftParticipant): Content['participants'][number] {
  const { name: _name, cpf: _cpf, email: _email, ...taking } = participant;
  if (atRequestOf === undefined) return taking;
  const { person, impediment } = atRequestOf;
  return { ...taking, atRequestOf: { personId: person?.personId ?? null, impediment } };
}

/**
 * What is said of a document, and what its row shows. The names in the file's own signatures are read from it alone, and
 * a template's PDF is made anew from what is said then.
 */
function savedDocument({ template, ...document }: DraftDocument): SavedDocument {
  const { uploadId, name, sizeBytes, pages, alreadySigned, normalised, printsOtherwise } = document;
  const { restrictionsLifted, removed, proof, sentAt, chosenName, order, selection } = document;
  const shown = { name, sizeBytes, pages, alreadySigned, normalised, printsOtherwise, restrictionsLifted };
  const kept = { ...shown, removed, sentAt, chosenName, order, selection };
  if (template === undefined) return { ...kept, uploadId, proof };
  const { filledFor: _made, ...said } = template;
  return { ...kept, uploadId: said.templateId, proof: '', template: said };
}

/** The draft as it was saved, without those who are gone by now. */
export function draftFrom({ content, company, people, tags }: SavedDraft): Draft {
  const { companyId: _chosen, tagIds: _tagged, ...kept } = content;
  return {
    ...kept,
    documents: content.documents.map(({ template, ...document }) =>
      template === undefined
        ? document
        : { ...document, template, uploadId: templateDocumentId(template.templateId) },
    ),
    company,
    participants: content.participants.flatMap(({ atRequestOf, ...taking }) => {
      const person = people.find(({ personId }) => personId === taking.personId);
      if (person === undefined) return [];
      const request = atRequestOf && {
        person: people.find(({ personId }) => personId === atRequestOf.personId) ?? null,
        impediment: atRequestOf.impediment,
      };
      return [{ ...taking, ...person, ...(request !== undefined && { atRequestOf: request }) }];
    }),
    tags,
  };
}

/** How many people of the draft are not registered any more. */
export function goneFrom({ content, people }: SavedDraft): number {
  const registered = new Set(people.map(({ personId }) => personId));
  const named = content.participants.flatMap(({ personId, atRequestOf }) => [
    personId,
    atRequestOf?.personId ?? personId,
  ]);
  return new Set(named.filter((personId) => !registered.has(personId))).size;
}

/** The draft's documents with the newer proofs of the same uploads. */
export const withProofsOf = (documents: readonly DraftDocument[], saved: SavedDraft): DraftDocument[] =>
  documents.map((document) => {
    const newer = saved.content.documents.find(({ uploadId }) => uploadId === document.uploadId);
    return newer === undefined || newer.proof === '' ? document : { ...document, proof: newer.proof };
  });
