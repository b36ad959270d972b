import {
  ERASED,
  firstGroupOf,
  groupOf,
  LAST_STEP,
  maskedContactText,
  tagLexeme,
  type DataOf,
  type ProcessStatus,
  type SealStep,
} from '@lacre/contracts';
import {
  processContactChange,
  processDocument,
  processParticipant,
  processSearch,
  processTable,
  processTag,
  type SignatureState,
  MissingRow,
  type Change,
} from '@lacre/read-models';

import { readModel, type Fact } from '../engine/projection.ts';
import { eraseContactChangesBy, eraseContactsOf, eraseParticipant, eraseRequester } from './erased-people.ts';
import { lexemesAt, OF_PROCESS, ofParticipantAt, withoutSource } from './search-words.ts';

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
      ...participants.map(({ name, cpf }, ordinal) =>
        lexemesAt(tenantId, ofParticipantAt(ordinal), name, cpf),
      ),
      ...(data.tagIds ?? []).map((tagId) => tagLexeme(tenantId, tagId)),
    ].join(' '),
  });
};

const tagRow = (
  { processId, tenantId }: { processId: string; tenantId: string },
  companyId: string,
  tagId: string,
): Change =>
  processTag.put({ process_id: processId, tag_id: tagId, tenant_id: tenantId, company_id: companyId });

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
      signatures: (byDocument.get(document.documentId) ?? []).map((signature) => ({
        signatureId: signature.signatureId,
        personId: signature.personId,
        part: signature.part,
        status: 'pending',
        signedAt: null,
        rejectReason: null,
        expired: false,
        asksSelection: signature.asksSelection === true,
        chosen: null,
      })),
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
      invitation: groupOf(participant) === firstGroupOf(data.participants) ? 'queued' : 'waiting-turn',
      invitation_problem: null,
    }),
  );

const editSignature = (
  data: { documentId: string; signatureId: string },
  edit: Partial<SignatureState>,
): Change =>
  processDocument.edit([data.documentId], ({ signatures }) => ({
    signatures: signatures.map((one) => (one.signatureId === data.signatureId ? { ...one, ...edit } : one)),
  }));

/** A document that is no longer pending leaves no signature pending on it. */
const withoutPending = (
  signatures: readonly SignatureState[],
  end: Pick<SignatureState, 'status' | 'expired'>,
): SignatureState[] => signatures.map((one) => (one.status === 'pending' ? { ...one, ...end } : one));

const closeDocument = (
  documentId: string,
  status: 'completed' | 'rejected' | 'canceled',
  end: Pick<SignatureState, 'status' | 'expired'> = { status: 'canceled', expired: false },
): Change =>
  processDocument.edit([documentId], ({ signatures, seal_step }) => ({
    status,
    seal_step: status === 'completed' ? status : seal_step,
    signatures: withoutPending(signatures, end),
  }));

const sealStep = (documentId: string, step: SealStep): Change =>
  processDocument.edit([documentId], () => ({ seal_step: step }));

const touch = ({ data, at }: { data: { processId: string }; at: string }): Change =>
  processTable.edit([data.processId], () => ({ updated_at: at }));

const end = (
  { data, at }: { data: { processId: string }; at: string },
  status: Exclude<ProcessStatus, 'waiting'>,
): Change[] => [
  processTable.edit([data.processId], () => ({ status, updated_at: at })),
  processSearch.edit([data.processId], () => ({ status })),
];

/** What became of an invitation; of one whom somebody else has replaced by then, nothing is kept. */
const invitation = (
  data: DataOf<'NotificationSent'> | DataOf<'NotificationUndeliverable'>,
  state: 'sent' | 'undeliverable',
): readonly Change[] =>
  data.kind !== 'signature-requested'
    ? []
    : [
        // The process must be there: an invitation that comes before it waits for it.
        processTable.edit([data.processId], () => ({})),
        processParticipant.evolve([data.processId, data.recipient.id], (row) =>
          row === undefined
            ? undefined
            : { ...row, invitation: state, invitation_problem: 'reason' in data ? data.reason : null },
        ),
      ];

/** The new participant stands where the replaced one did, and is found by name and CPF like any other. */
function replacement({ data, at }: Fact<'ParticipantReplaced'>): Change[] {
  const { processId, replaced, participant, signatures } = data;
  const moved = new Set(signatures.map(({ signatureId }) => signatureId));
  return [
    processParticipant.derive([processId, replaced.personId], (row) => {
      if (row === undefined) throw new MissingRow(processParticipant, replaced.personId);
      return [
        processParticipant.remove([processId, replaced.personId]),
        processParticipant.put({
          ...row,
          person_id: participant.personId,
          name: participant.name,
          cpf: participant.cpf,
          email: participant.email,
          cellphone_number: participant.cellphoneNumber ?? null,
          invitation: row.invitation === 'waiting-turn' ? 'waiting-turn' : 'queued',
          invitation_problem: null,
        }),
        processSearch.edit([processId], ({ words }) => {
          const source = ofParticipantAt(row.ordinal);
          const { name, cpf } = participant;
          return { words: `${withoutSource(words, source)} ${lexemesAt(data.tenantId, source, name, cpf)}` };
        }),
      ];
    }),
    ...[...new Set(signatures.map(({ documentId }) => documentId))].map((documentId) =>
      processDocument.edit([documentId], (row) => ({
        signatures: row.signatures.map((one) =>
          moved.has(one.signatureId) ? { ...one, personId: participant.personId } : one,
        ),
      })),
    ),
    // Named here to be at hand for what follows from the participant's row.
    processSearch.edit([processId], () => ({})),
    processTable.edit([processId], () => ({ updated_at: at })),
  ];
}

/** Of an erased person both are the same text, and it is taken for a change, as it most often was. */
const isAnotherEmail = ({ former, contact }: DataOf<'ParticipantContactReplaced'>): boolean =>
  former.email !== contact.email || contact.email === ERASED;

function contactChanged({ id, data, at, metadata }: Fact<'ParticipantContactReplaced'>): Change {
  const { processId, tenantId, personId, former, contact, reason } = data;
  const {
    kind,
    id: actorId,
    name,
  } = (metadata['actor'] ?? {}) as { kind?: string; id?: string; name?: string };
  return processTable.derive([processId], (row) => {
    if (row === undefined) throw new MissingRow(processTable, processId);
    return [
      processContactChange.put({
        change_id: id,
        process_id: processId,
        tenant_id: tenantId,
        company_id: row.company_id,
        person_id: personId,
        by_user_id: kind === 'user' ? (actorId ?? null) : null,
        by_name: name ?? '',
        at,
        former: maskedContactText(former),
        contact: maskedContactText(contact),
        reason,
      }),
    ];
  });
}

/** Lists, details and what a person has been asked to sign. */
export const processProjection = readModel('process', {
  version: 13,
  sweeps: ['PersonErased', 'UserErased'],
  on: {
    ProcessCreated: ({ data, at }) => [
      processRow(data, at),
      searchRow(data, at),
      ...documentRows(data),
      ...participantRows(data),
      ...(data.tagIds ?? []).map((tagId) => tagRow(data, data.company.companyId, tagId)),
    ],
    ProcessTagged: ({ data }) => [
      processSearch.edit([data.processId], ({ words }) => ({
        words: `${words} ${tagLexeme(data.tenantId, data.tagId)}`,
      })),
      processTable.derive([data.processId], (row) => {
        if (row === undefined) throw new MissingRow(processTable, data.processId);
        return [tagRow(data, row.company_id, data.tagId)];
      }),
    ],
    ProcessUntagged: ({ data }) => [
      processSearch.edit([data.processId], ({ words }) => ({
        words: words.replaceAll(tagLexeme(data.tenantId, data.tagId), ''),
      })),
      processTag.remove([data.processId, data.tagId]),
    ],
    SignatureSigned: (fact) => [
      editSignature(fact.data, {
        status: 'signed',
        signedAt: fact.data.signedAt,
        chosen: fact.data.selection?.chosen ?? null,
      }),
      touch(fact),
    ],
    SignatureRejected: (fact) => [
      editSignature(fact.data, { status: 'rejected', rejectReason: fact.data.reason }),
      touch(fact),
    ],
    GroupAsked: (fact) => [
      processTable.edit([fact.data.processId], () => ({ asked_group: fact.data.group, updated_at: fact.at })),
      ...fact.data.personIds.map((personId) =>
        processParticipant.edit([fact.data.processId, personId], () => ({ invitation: 'queued' })),
      ),
    ],
    DocumentCompleted: (fact) => [closeDocument(fact.data.documentId, 'completed'), touch(fact)],
    DocumentRejected: (fact) => [
      closeDocument(
        fact.data.documentId,
        'rejected',
        fact.data.cause === 'deadline-passed' ? { status: 'rejected', expired: true } : undefined,
      ),
      touch(fact),
    ],
    ParticipantReplaced: (fact) => replacement(fact),
    ParticipantContactReplaced: (fact) => [
      processParticipant.edit([fact.data.processId, fact.data.personId], (row) => ({
        email: fact.data.contact.email,
        cellphone_number: fact.data.contact.cellphoneNumber ?? null,
        ...(!isAnotherEmail(fact.data) || row.invitation === 'waiting-turn'
          ? {}
          : { invitation: 'queued' as const, invitation_problem: null }),
      })),
      contactChanged(fact),
      touch(fact),
    ],
    ParticipantsReminded: (fact) => touch(fact),
    DeadlineExtended: ({ data, at }) => [
      processTable.edit([data.processId], () => ({ deadline: data.deadline, updated_at: at })),
    ],
    ProcessExpired: (fact) => touch(fact),
    DocumentCanceled: (fact) => [closeDocument(fact.data.documentId, 'canceled'), touch(fact)],
    SealRendered: ({ data: { documentId, level } }) => [
      processDocument.edit([documentId], () => ({ seal_step: 'rendered', seal_level: level })),
    ],
    SealSigned: ({ data }) => [sealStep(data.documentId, 'sealed')],
    SealTimeStamped: ({ data }) => [sealStep(data.documentId, 'time-stamped')],
    SealValidationDataAdded: ({ data }) => [sealStep(data.documentId, 'long-term')],
    SealArchived: ({ data }) => [sealStep(data.documentId, 'archived')],
    SealProduced: ({ data: { documentId, level, provableUntil } }) => [
      processDocument.edit([documentId], () => ({
        seal_step: LAST_STEP[level],
        seal_level: level,
        provable_until: provableUntil ?? null,
      })),
    ],
    SealRenewed: ({ data: { documentId, sha256, provableUntil } }) => [
      processDocument.edit([documentId], () => ({ sealed_sha256: sha256, provable_until: provableUntil })),
    ],
    DocumentSealed: (fact) => [
      processDocument.edit([fact.data.documentId], () => ({
        status: 'sealed',
        sealed_at: fact.data.sealedAt,
        sealed_sha256: fact.data.sha256,
        validation_code: fact.data.validationCode,
      })),
      touch(fact),
    ],
    DocumentSealFailed: (fact) => [
      processDocument.edit([fact.data.documentId], () => ({
        status: 'failed',
        seal_failure: fact.data.reason,
      })),
      touch(fact),
    ],
    ProcessFinished: (fact) => end(fact, 'finished'),
    ProcessRejected: (fact) => end(fact, 'rejected'),
    ProcessCanceled: (fact) => end(fact, 'canceled'),
    NotificationSent: ({ data }) => invitation(data, 'sent'),
    NotificationUndeliverable: ({ data }) => invitation(data, 'undeliverable'),
    PersonErased: ({ data }) => [eraseParticipant(data.personId), eraseContactsOf(data.personId)],
    UserErased: ({ data }) => [eraseRequester(data.userId), eraseContactChangesBy(data.userId)],
  },
});
