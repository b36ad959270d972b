import type { Participant, ProcessEvent, ProcessSignature } from '@lacre/contracts';

import { objectionToRequests, requestingPeopleTakeNoPart } from '../../decider/at-request-rules.ts';
import { accept, reject, type Decision, type Rejection } from '../../decider/decision.ts';
import type { CreateProcess, DocumentToSign } from './commands.ts';
import { nameKey } from './document-names.ts';
import { nextReminder } from './reminder-schedule.ts';
import { sharedContact } from './shared-contact.ts';
import type { ProcessState } from './state.ts';

/** The event store takes 1,000,000 bytes at once; the rest is for the event's metadata, which holds no free text. */
const MAX_CREATED_BYTES = 980_000;

type Rule = (command: CreateProcess) => Rejection | undefined;

const someoneSigns: Rule = ({ participants }) =>
  participants.some(({ part }) => part === 'signer' || part === 'signatory')
    ? undefined
    : reject('NO_SIGNERS_PROVIDED');

/** A person takes one part, once; the same CPF in two registrations is the same person. */
const everyPersonOnce: Rule = ({ participants }) =>
  areUnique(participants.map(({ personId }) => personId)) && areUnique(participants.map(({ cpf }) => cpf))
    ? undefined
    : reject('CPF_DUPLICITY');

/** A code goes to one person alone: where a tenant's persons share a contact, they take part in no process together. */
const everyContactOnce: Rule = ({ participants }) => sharedContact(participants);

const requestsFit: Rule = ({ participants }) =>
  objectionToRequests(
    participants.map(({ part, atRequestOf }) => ({ part, signsForAnother: atRequestOf !== undefined })),
  ) ?? requestingPeopleTakeNoPart(participants);

const minimumIsReachable: Rule = ({ participants, minimumSignatories: minimum }) => {
  const signatories = participants.filter(({ part }) => part === 'signatory').length;
  return minimum === undefined || (minimum >= 1 && minimum <= signatories)
    ? undefined
    : reject('MINIMUM_SIGNATORIES_INVALID');
};

const everyNameOnce: Rule = ({ documents }) =>
  areUnique(documents.map(({ name }) => nameKey(name))) ? undefined : reject('DOCUMENT_NAME_ALREADY_USED');

const whoAnswersTakesPart: Rule = ({ documents, participants }) => {
  const taking = new Set(participants.map(({ personId }) => personId));
  return documents.every(({ askedOf }) => askedOf === undefined || askedOf.every((id) => taking.has(id)))
    ? undefined
    : reject('SIGNER_NOT_FOUND', 'A pergunta de um documento é feita a quem não participa do processo.');
};

const deadlineIsAhead: Rule = ({ deadline, at }) =>
  deadline === undefined || Date.parse(deadline) > Date.parse(at) ? undefined : reject('DEADLINE_INVALID');

const fitsOneEvent: Rule = (command) =>
  Buffer.byteLength(JSON.stringify(created(command).data)) <= MAX_CREATED_BYTES
    ? undefined
    : reject(
        'CLASS_VALIDATION_ERROR',
        'São assinaturas demais para um só processo: divida os documentos ou os participantes em mais processos.',
      );

/** Rules that hold for what is asked, whether it becomes one process or several. */
const RULES: readonly Rule[] = [
  someoneSigns,
  everyPersonOnce,
  everyContactOnce,
  requestsFit,
  minimumIsReachable,
  everyNameOnce,
  deadlineIsAhead,
  whoAnswersTakesPart,
];

const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length;

/** Why the process could never be created, whatever the state: asked before credits are reserved for it. */
export const objectionTo = (command: CreateProcess): Rejection | undefined =>
  objectionBy([...RULES, fitsOneEvent], command);

/** As `objectionTo`, for documents that become a process each. */
export const objectionToSet = (command: CreateProcess): Rejection | undefined =>
  objectionBy(RULES, command) ??
  command.documents
    .map((document) => fitsOneEvent({ ...command, documents: [document] }))
    .find((objection) => objection !== undefined);

function objectionBy(rules: readonly Rule[], command: CreateProcess): Rejection | undefined {
  for (const rule of rules) {
    const objection = rule(command);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

export function decideCreate(command: CreateProcess, state: ProcessState): Decision<ProcessEvent> {
  if (state.status === 'abandoned') return reject('CONCURRENT_CHANGE');
  // The id derives from the intent, so a process that is there already is this same one.
  if (state.status !== 'absent') return accept();
  const objection = objectionTo(command);
  if (objection !== undefined) return objection;
  return accept(created(command));
}

function created(command: CreateProcess): Extract<ProcessEvent, { type: 'ProcessCreated' }> {
  const {
    type: _create,
    documents,
    participants,
    minimumSignatories,
    acceptsLateSignatures,
    allowsDelegation,
    deadline,
    reminders,
    tagIds,
    at,
    ...rest
  } = command;
  const signatories = participants.filter(({ part }) => part === 'signatory').length;
  return {
    type: 'ProcessCreated',
    data: {
      ...rest,
      documents: documents.map(({ askedOf: _askedOf, ...document }) => document),
      participants: [...participants],
      signatures: signaturesOf(command),
      minimumSignatories: minimumSignatories ?? signatories,
      ...(acceptsLateSignatures === true ? { acceptsLateSignatures } : {}),
      ...(allowsDelegation === true ? { allowsDelegation } : {}),
      ...schedule({ deadline, reminders, at }),
      ...(tagIds === undefined || tagIds.length === 0 ? {} : { tagIds: [...new Set(tagIds)] }),
    },
  };
}

function schedule({ deadline, reminders, at }: Pick<CreateProcess, 'deadline' | 'reminders' | 'at'>) {
  const nextReminderAt = reminders && nextReminder(reminders, { due: at, now: at, deadline });
  return {
    ...(deadline === undefined ? {} : { deadline }),
    ...(reminders === undefined ? {} : { reminders }),
    ...(nextReminderAt === undefined ? {} : { nextReminderAt }),
  };
}

/** One duty for each participant on each document, numbered in reading order. */
function signaturesOf({ processId, documents, participants }: CreateProcess): ProcessSignature[] {
  let number = 0;
  return documents.flatMap((document) =>
    participants.map((participant): ProcessSignature => {
      const { personId, part } = participant;
      const { documentId } = document;
      const signature = { signatureId: `${processId}:${++number}`, documentId, personId, part };
      return answersSelection(document, participant) ? { ...signature, asksSelection: true } : signature;
    }),
  );
}

const answersSelection = ({ selection, askedOf }: DocumentToSign, { personId, part }: Participant): boolean =>
  selection !== undefined && (askedOf === undefined ? part !== 'attestant' : askedOf.includes(personId));
