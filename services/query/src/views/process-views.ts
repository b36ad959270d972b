import type { AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';
import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';

import type { Reader } from '../reading/read-models.ts';
import { requestingPersonView } from './requesting-person.ts';
import { awaitedOn, requiredByProcess, requiredOf } from './required-signatures.ts';

type Summary = AnswerOf<'listProcesses'>['items'][number];
type Detail = AnswerOf<'getProcess'>;

/** A document as JSON carries it: its moments are text. */
type DocumentRow = Omit<ReadSchema['read.process_document'], 'sealed_at' | 'provable_until'> & {
  sealed_at: string | null;
  provable_until: string | null;
};
/** A process with its documents and participants, in the order they were given at creation. */
export type WholeProcess = ReadSchema['read.process'] & {
  documents: DocumentRow[];
  participants: ReadSchema['read.process_participant'][];
  tags: { tagId: string; name: string }[];
};

/** What a list shows of a process, and what it is counted by: a third of the bytes of a whole one. */
const LISTED = {
  process: [
    'process_id',
    'summary',
    'status',
    'company',
    'requester',
    'minimum_signatories',
    'deadline',
    'created_at',
    'updated_at',
  ],
  document: ['document_id', 'name', 'status', 'signatures'],
  participant: ['person_id', 'part', 'name'],
} as const;

/** What a person is shown of a process that they are asked to sign. */
const REQUESTED = {
  process: [
    'process_id',
    'summary',
    'status',
    'company',
    'requester',
    'tenant_name',
    'minimum_signatories',
    'allows_delegation',
    'asked_group',
    'deadline',
  ],
  document: [
    'document_id',
    'name',
    'status',
    'pages',
    'size_bytes',
    'sha256',
    'already_signed',
    'prints_otherwise',
    'selection',
    'signatures',
  ],
  participant: ['person_id', 'part', 'name', 'signing_group', 'requirements', 'at_request_of'],
} as const;

/** Columns of a process and of its parts. */
interface Columns {
  process: readonly (keyof ReadSchema['read.process'])[];
  document: readonly (keyof ReadSchema['read.process_document'])[];
  participant: readonly (keyof ReadSchema['read.process_participant'])[];
}
type ProcessOf<Shown extends Columns> = Pick<WholeProcess, Shown['process'][number]> & {
  documents: Pick<DocumentRow, Shown['document'][number]>[];
  participants: Pick<ReadSchema['read.process_participant'], Shown['participant'][number]>[];
};
export type ListedProcess = ProcessOf<typeof LISTED> & Pick<WholeProcess, 'tags'>;
export type RequestedProcess = ProcessOf<typeof REQUESTED>;

type OfProcess = ExpressionBuilder<ReadSchema, 'read.process'>;

const documentsOf = (e: OfProcess) =>
  e
    .selectFrom('read.process_document as d')
    .whereRef('d.process_id', '=', 'read.process.process_id')
    .orderBy('d.ordinal');

const participantsOf = (e: OfProcess) =>
  e
    .selectFrom('read.process_participant as p')
    .whereRef('p.process_id', '=', 'read.process.process_id')
    .orderBy('p.ordinal');

const tagsOf = (e: OfProcess) =>
  e
    .selectFrom('read.process_tag as pt')
    .innerJoin('read.tag as t', 't.tag_id', 'pt.tag_id')
    .select(['t.tag_id as tagId', 't.name'])
    .whereRef('pt.process_id', '=', 'read.process.process_id')
    .orderBy('t.sort_name');

/** Processes with their parts, in one statement. */
export function wholeProcesses(db: Reader) {
  return db
    .selectFrom('read.process')
    .selectAll('read.process')
    .select((e) => [
      jsonArrayFrom(documentsOf(e).selectAll('d')).as('documents'),
      jsonArrayFrom(participantsOf(e).selectAll('p')).as('participants'),
      jsonArrayFrom(tagsOf(e)).as('tags'),
    ])
    .$castTo<WholeProcess>();
}

/** Processes with as much of their parts as is shown, in one statement, newest first. */
const shownProcesses = <Shown extends Columns>(db: Reader, shown: Shown) =>
  db
    .selectFrom('read.process')
    .select(shown.process)
    .select((e) => [
      jsonArrayFrom(documentsOf(e).select(shown.document)).as('documents'),
      jsonArrayFrom(participantsOf(e).select(shown.participant)).as('participants'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('process_id')
    .$castTo<ProcessOf<Shown>>();

export const listedProcesses = (db: Reader) =>
  shownProcesses(db, LISTED).select((e) => jsonArrayFrom(tagsOf(e)).as('tags'));

export const requestedProcesses = (db: Reader) => shownProcesses(db, REQUESTED);

export function summaryOf(row: ListedProcess): Summary {
  const required = requiredByProcess(row.documents, row.minimum_signatories);
  return {
    processId: row.process_id,
    summary: row.summary,
    status: row.status,
    company: row.company,
    requester: row.requester,
    documents: row.documents.map((document) => ({
      documentId: document.document_id,
      name: document.name,
      status: document.status,
    })),
    participants: row.participants.map(({ person_id: personId, part, name }) => ({
      personId,
      part,
      name,
    })),
    signaturesDone: required.done,
    signaturesTotal: required.total,
    deadline: row.deadline?.toISOString() ?? null,
    tags: row.tags,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Why sealing last failed, by document, while it is being retried: only what is completed can be waiting for it. */
export async function sealProblemsOf(db: Reader, row: WholeProcess): Promise<Map<string, string>> {
  const waiting = row.documents.filter(({ status }) => status === 'completed');
  if (waiting.length === 0) return new Map();
  const rows = await db
    .selectFrom('signer.job_problem')
    .select(['key', 'problem'])
    .where('kind', '=', 'seal-document')
    .where(
      'key',
      'in',
      waiting.map((document) => document.document_id),
    )
    .execute();
  return new Map(rows.map(({ key, problem }) => [key, problem]));
}

const isoTime = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());

/** Participants whose signature is still needed, whether they have been asked for it or not. */
export function awaitedOf<Participant extends { person_id: string }>({
  documents,
  participants,
  minimum_signatories,
}: {
  documents: readonly Pick<DocumentRow, 'status' | 'signatures'>[];
  participants: readonly Participant[];
  minimum_signatories: number;
}): Participant[] {
  const awaited = new Set(documents.flatMap((document) => awaitedOn(document, minimum_signatories)));
  return participants.filter((one) => awaited.has(one.person_id));
}

export function detailOf(row: WholeProcess, problems: Map<string, string>): Detail {
  const { documents, participants } = row;
  return {
    ...summaryOf(row),
    minimumSignatories: row.minimum_signatories,
    acceptsLateSignatures: row.accepts_late_signatures,
    allowsDelegation: row.allows_delegation,
    type: row.set_id === null ? 'single' : 'separate',
    reminders: row.reminders,
    waitingFor: awaitedOf(row)
      .filter((one) => one.signing_group <= row.asked_group)
      .map(({ person_id: personId, name }) => ({ personId, name })),
    documents: documents.map((document) => ({
      documentId: document.document_id,
      name: document.name,
      status: document.status,
      signaturesDone: requiredOf(document, row.minimum_signatories).done,
      signaturesTotal: requiredOf(document, row.minimum_signatories).total,
      pages: document.pages,
      sizeBytes: document.size_bytes,
      sha256: document.sha256,
      printsOtherwise: document.prints_otherwise,
      selection: document.selection,
      sealStep: document.seal_step,
      sealLevel: document.seal_level,
      sealProblem: problems.get(document.document_id) ?? null,
      sealFailure: document.seal_failure,
      sealedAt: isoTime(document.sealed_at),
      provableUntil: isoTime(document.provable_until),
      evidenceApart: document.already_signed,
      sealedSha256: document.sealed_sha256,
      validationCode: document.validation_code,
    })),
    participants: participants.map((participant) => ({
      personId: participant.person_id,
      part: participant.part,
      name: participant.name,
      cpf: participant.cpf,
      email: participant.email,
      cellphoneNumber: participant.cellphone_number,
      requirements: participant.requirements,
      atRequestOf: participant.at_request_of && requestingPersonView(participant.at_request_of),
      group: participant.signing_group,
      invitation: participant.invitation,
    })),
    signatures: documents.flatMap((document) =>
      document.signatures.map(({ asksSelection: _asks, ...signature }) => ({
        ...signature,
        documentId: document.document_id,
      })),
    ),
  };
}
