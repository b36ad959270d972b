import {
  ERASED,
  evolveSignature,
  handedTo,
  handoverOf,
  LAST_STEP,
  maskedContactText,
  PROCESS_ENDS,
  tagLexeme,
  type DataOf,
  type DocumentEvent,
  type ProcessEvent,
  type SealStep,
} from '@lacre/contracts';
import {
  processContactChange,
  processDocument,
  processParticipant,
  processSearch,
  processTable,
  processTag,
  MissingRow,
  type Change,
  type RowOf,
} from '@lacre/read-models';

import { readModel, type Fact, type HandlersOf } from '../engine/projection.ts';
import { counted, countedEnd } from './company-process-count.ts';
import {
  eraseContactChangesBy,
  eraseContactsOf,
  eraseParticipant,
  eraseRequester,
  eraseRequestingPerson,
} from './erased-people.ts';
import { rowsOfCreation, tagRow } from './process-creation.ts';
import { ofParticipantAt, participantWords, withoutSource } from './search-words.ts';

/** What the event makes of its document's row, and of the signatures in it. */
const editDocument = (
  event: DocumentEvent & { at: string },
  changes: Partial<RowOf<typeof processDocument>> = {},
): Change[] => [
  processDocument.edit([event.data.documentId], ({ signatures }) => ({
    ...changes,
    signatures: signatures.map((one) => evolveSignature(one, event)),
  })),
  touch(event),
];

const sealStep = (documentId: string, step: SealStep): Change =>
  processDocument.edit([documentId], () => ({ seal_step: step }));

const touch = ({ data, at }: { data: { processId: string }; at: string }): Change =>
  processTable.edit([data.processId], () => ({ updated_at: at }));

const end = ({ type, data, at }: Fact<keyof typeof PROCESS_ENDS>): Change[] => [
  countedEnd(data.processId, PROCESS_ENDS[type]),
  processTable.edit([data.processId], () => ({ status: PROCESS_ENDS[type], updated_at: at })),
  processSearch.edit([data.processId], () => ({ status: PROCESS_ENDS[type] })),
];

/** The outcome of an invitation; nothing is kept of a participant replaced by then. */
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
function replacement(fact: Fact<'ParticipantReplaced'> | Fact<'SignatureDelegated'>): Change[] {
  const { data, at } = fact;
  const { processId } = data;
  const { replaced, participant, signatures } = handoverOf(fact);
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
          const own = participantWords(data.tenantId, row.ordinal, participant);
          return { words: `${withoutSource(words, source)} ${own}` };
        }),
      ];
    }),
    ...[...new Set(signatures.map(({ documentId }) => documentId))].map((documentId) =>
      processDocument.edit([documentId], (row) => ({
        signatures: row.signatures.map((one) =>
          moved.has(one.signatureId) ? handedTo(one, participant.personId) : one,
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

/** An event of a process that changes no row says so. */
const ofProcess: HandlersOf<ProcessEvent['type']> = {
  ProcessCreated: ({ data, at }) => [
    ...rowsOfCreation(data, at),
    counted({ tenantId: data.tenantId, companyId: data.company.companyId }, { waiting: 1 }),
  ],
  ProcessCreationAbandoned: () => [],
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
  DocumentOpened: (fact) => editDocument(fact),
  DocumentRead: (fact) => editDocument(fact),
  SignatureSigned: (fact) => editDocument(fact),
  SignatureRejected: (fact) => editDocument(fact),
  SignaturesDispensed: (fact) => editDocument(fact),
  GroupAsked: (fact) => [
    processTable.edit([fact.data.processId], () => ({ asked_group: fact.data.group, updated_at: fact.at })),
    ...fact.data.personIds.map((personId) =>
      processParticipant.edit([fact.data.processId, personId], () => ({ invitation: 'queued' })),
    ),
  ],
  DocumentCompleted: (fact) => editDocument(fact, { status: 'completed', seal_step: 'completed' }),
  DocumentRejected: (fact) => editDocument(fact, { status: 'rejected' }),
  DocumentCanceled: (fact) => editDocument(fact, { status: 'canceled' }),
  DocumentSealed: (fact) =>
    editDocument(fact, {
      status: 'sealed',
      sealed_at: fact.data.sealedAt,
      sealed_sha256: fact.data.sha256,
      validation_code: fact.data.validationCode,
    }),
  DocumentSealFailed: (fact) => editDocument(fact, { status: 'failed', seal_failure: fact.data.reason }),
  ParticipantReplaced: replacement,
  SignatureDelegated: replacement,
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
  ProcessFinished: (fact) => end(fact),
  ProcessRejected: (fact) => end(fact),
  ProcessCanceled: (fact) => end(fact),
};

/** Lists, details and what a person has been asked to sign. */
export const processProjection = readModel('process', {
  version: 19,
  sweeps: ['PersonErased', 'UserErased'],
  on: {
    ...ofProcess,
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
    NotificationSent: ({ data }) => invitation(data, 'sent'),
    NotificationUndeliverable: ({ data }) => invitation(data, 'undeliverable'),
    PersonErased: ({ data }) => [
      eraseParticipant(data.personId),
      eraseContactsOf(data.personId),
      eraseRequestingPerson(data.personId),
    ],
    UserErased: ({ data }) => [eraseRequester(data.userId), eraseContactChangesBy(data.userId)],
  },
});
