import {
  firstGroupOf,
  groupOf,
  NO_OUTCOME,
  tagLexeme,
  type DataOf,
  type ProcessSignature,
} from '@lacre/contracts';
import {
  processDocument,
  processParticipant,
  processSearch,
  processTable,
  processTag,
  type Change,
  type SignatureState,
} from '@lacre/read-models';

import { lexemesAt, OF_PROCESS, participantWords } from './search-words.ts';

type Created = DataOf<'ProcessCreated'>;

const processRow = (data: Created, at: string): Change =>
  processTable.put({
    process_id: data.processId,
    tenant_id: data.tenantId,
    company_id: data.company.companyId,
    summary: data.summary,
    status: 'waiting',
    company: data.company,
    requester: data.requester,
    tenant_name: data.tenantName,
    minimum_signatories: data.minimumSignatories,
    accepts_late_signatures: data.acceptsLateSignatures === true,
    allows_delegation: data.allowsDelegation === true,
    asked_group: firstGroupOf(data.participants),
    deadline: data.deadline ?? null,
    set_id: data.setId ?? null,
    reminders: data.reminders ?? null,
    created_at: at,
    updated_at: at,
  });

const searchRow = (data: Created, at: string): Change => {
  const { tenantId, company, documents, participants } = data;
  return processSearch.put({
    process_id: data.processId,
    tenant_id: tenantId,
    company_id: company.companyId,
    status: 'waiting',
    created_at: at,
    words: [
      lexemesAt(
        tenantId,
        OF_PROCESS,
        data.summary,
        company.companyName,
        company.cnpj,
        ...documents.map(({ name }) => name),
      ),
      ...participants.map((participant, ordinal) => participantWords(tenantId, ordinal, participant)),
      ...(data.tagIds ?? []).map((tagId) => tagLexeme(tenantId, tagId)),
    ].join(' '),
  });
};

export const tagRow = (
  { processId, tenantId }: { processId: string; tenantId: string },
  companyId: string,
  tagId: string,
): Change =>
  processTag.put({ process_id: processId, tag_id: tagId, tenant_id: tenantId, company_id: companyId });

const askedSignature = (signature: ProcessSignature): SignatureState => ({
  signatureId: signature.signatureId,
  personId: signature.personId,
  part: signature.part,
  asksSelection: signature.asksSelection === true,
  ...NO_OUTCOME,
});

const documentRows = (data: Created): Change[] => {
  const byDocument = Map.groupBy(data.signatures, ({ documentId }) => documentId);
  return data.documents.map((document, ordinal) =>
    processDocument.put({
      document_id: document.documentId,
      process_id: data.processId,
      tenant_id: data.tenantId,
      company_id: data.company.companyId,
      ordinal,
      name: document.name,
      status: 'pending',
      pages: document.pages,
      size_bytes: document.sizeBytes,
      sha256: document.sha256,
      already_signed: document.alreadySigned,
      prints_otherwise: document.printsOtherwise ?? false,
      seal_failure: null,
      seal_step: 'received',
      seal_level: null,
      sealed_at: null,
      sealed_sha256: null,
      provable_until: null,
      validation_code: null,
      selection: document.selection ?? null,
      signatures: (byDocument.get(document.documentId) ?? []).map(askedSignature),
    }),
  );
};

const participantRows = (data: Created): Change[] =>
  data.participants.map((participant, ordinal) =>
    processParticipant.put({
      process_id: data.processId,
      person_id: participant.personId,
      tenant_id: data.tenantId,
      company_id: data.company.companyId,
      ordinal,
      part: participant.part,
      name: participant.name,
      cpf: participant.cpf,
      email: participant.email,
      cellphone_number: participant.cellphoneNumber ?? null,
      requirements: participant.requirements,
      signing_group: groupOf(participant),
      at_request_of: participant.atRequestOf ?? null,
      invitation: groupOf(participant) === firstGroupOf(data.participants) ? 'queued' : 'waiting-turn',
      invitation_problem: null,
    }),
  );

/** The rows of a process that was just created. */
export const rowsOfCreation = (data: Created, at: string): Change[] => [
  processRow(data, at),
  searchRow(data, at),
  ...documentRows(data),
  ...participantRows(data),
  ...(data.tagIds ?? []).map((tagId) => tagRow(data, data.company.companyId, tagId)),
];
