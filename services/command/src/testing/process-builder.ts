import type { ClientContext, DataOf, Part, ProcessEvent, Requirements, Selection } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';
import { derivedId } from '@lacre/event-store';

import type {
  Abandon,
  Cancel,
  CreateProcess,
  Expire,
  ExtendDeadline,
  RecordSeal,
  RecordSealFailure,
  Reject,
  Remind,
  RemindBySchedule,
  Replace,
  Sign,
} from '../process/decide/commands.ts';
import { decideCreate } from '../process/decide/decide-create.ts';

export const TENANT = derivedId('test', 'tenant');
export const PROCESS = derivedId('test', 'process');
export const AT = '2026-03-02T12:00:00.000Z';

const NAMES = ['ana', 'rui', 'eva', 'leo', 'bia'] as const;
export type Name = (typeof NAMES)[number];
export const personId = (name: Name): string => derivedId('test', 'person', name);
export const documentId = (name: string): string => derivedId('test', 'document', name);
export const hashOf = (name: string): string => derivedId(name).replaceAll('-', '').padEnd(64, '0');

export interface Cast {
  documents?: readonly string[];
  signers?: readonly Name[];
  signatories?: readonly Name[];
  attestants?: readonly Name[];
  minimumSignatories?: number;
  acceptsLateSignatures?: boolean;
  allowsDelegation?: boolean;
  located?: readonly Name[];
  /** Asked for a code at every act. */
  coded?: readonly Name[];
  /** Asked for their face, and what of it is made easier. */
  faced?: Partial<Record<Name, Pick<Requirements, 'faceOrCode' | 'faceUpload'>>>;
  deadline?: string;
  /** Carried by every document; asked of signers and signatories unless it says of whom. */
  selection?: Selection;
  answering?: readonly Name[];
  /** In whose name each of these signs, at that person's request. */
  atRequest?: Readonly<Partial<Record<Name, Name>>>;
  /** Of the schedule of reminders. */
  everyDays?: number;
  /** Places in the signing order; the first for participants not named. */
  groups?: Readonly<Partial<Record<Name, number>>>;
}

/** Command that creates a process in which `cast` takes part; one signer, Ana, and one document unless it says more. */
export function creation(cast: Cast = {}): CreateProcess {
  const { documents = ['contrato.pdf'], signers = ['ana'], signatories = [], attestants = [] } = cast;
  const parts: [Part, readonly Name[]][] = [
    ['signer', signers],
    ['signatory', signatories],
    ['attestant', attestants],
  ];
  return {
    type: 'create',
    processId: PROCESS,
    tenantId: TENANT,
    tenantName: 'Conta',
    summary: 'Contrato',
    company: { companyId: derivedId('test', 'company'), cnpj: '11222333000181', companyName: 'Padaria' },
    requester: { userId: derivedId('test', 'user'), name: 'Quem pede' },
    documents: documents.map((name) => ({
      documentId: documentId(name),
      name,
      sha256: hashOf(name),
      sourceSha256: hashOf(name),
      sizeBytes: 10,
      pages: 1,
      alreadySigned: false,
      selection: cast.selection,
      askedOf: cast.answering?.map(personId),
    })),
    participants: parts.flatMap(([part, names]) =>
      names.map((name) => ({
        ...participantOf(name),
        part,
        requirements: {
          location: cast.located?.includes(name) ?? false,
          ...(cast.coded?.includes(name) ? { code: true } : {}),
          ...(cast.faced?.[name] === undefined ? {} : { face: true, ...cast.faced[name] }),
        },
        ...(cast.groups?.[name] === undefined ? {} : { group: cast.groups[name] }),
        ...(cast.atRequest?.[name] === undefined
          ? {}
          : { atRequestOf: requestingPersonOf(cast.atRequest[name]) }),
      })),
    ),
    minimumSignatories: cast.minimumSignatories,
    acceptsLateSignatures: cast.acceptsLateSignatures,
    allowsDelegation: cast.allowsDelegation,
    deadline: cast.deadline,
    reminders: cast.everyDays === undefined ? undefined : { everyDays: cast.everyDays },
    at: AT,
  };
}

export function processCreated(cast: Cast = {}): Extract<ProcessEvent, { type: 'ProcessCreated' }> {
  const decision = decideCreate(creation(cast), { status: 'absent' });
  const [event] = decision.accepted ? decision.events : [];
  if (event?.type !== 'ProcessCreated') throw new Error(`no such process: ${JSON.stringify(decision)}`);
  return event;
}

/** Ids of a person's signatures in the process, on all documents or one. */
function duties(created: ReturnType<typeof processCreated>, name: Name, document?: string) {
  return created.data.signatures.filter(
    (each) =>
      each.personId === personId(name) &&
      (document === undefined || each.documentId === documentId(document)),
  );
}

const dutyData = ({ asksSelection: _asks, ...duty }: ReturnType<typeof duties>[number]) => duty;

interface ActOptions {
  document?: string;
  client?: ClientContext;
  by?: Name;
  tenantId?: string;
  code?: Sign['code'];
  face?: Sign['face'];
  at?: string;
  selection?: readonly string[];
  mark?: Sign['mark'];
  language?: Sign['consent']['language'];
  declarationVersion?: string;
}

const actOf = (
  name: Name,
  { client = { ip: '192.0.2.1' }, by = name, tenantId = TENANT, at = AT, code }: ActOptions,
) => ({
  tenantId,
  personId: personId(by),
  client,
  at,
  proofs: proofsOf(by, code),
});

const sessionProof = (name: Name): Sign['proofs'][number] => ({
  method: 'session-code',
  channel: 'email',
  address: participantOf(name).email,
  codeSentAt: AT,
  codeAnsweredAt: AT,
});

/** What a session has proven whose code went to the person's contact; `right`: a code for the act did as well. */
export function proofsOf(name: Name, code: Sign['code'] = 'absent'): Sign['proofs'] {
  const session = sessionProof(name);
  return code === 'right' ? [{ ...session, method: 'act-code' }, session] : [session];
}

/** Commands and events of one process, by the names of who acts. */
export function acting(cast: Cast = {}) {
  const created = processCreated(cast);
  const hashes = new Map(created.data.documents.map((document) => [document.documentId, document.sha256]));
  const sign = (name: Name, options: ActOptions = {}): Sign => ({
    type: 'sign',
    ...actOf(name, options),
    consent: { termsVersion: '1', language: options.language },
    code: options.code ?? 'absent',
    face: options.face ?? 'absent',
    mark: options.mark,
    declarationVersion: options.declarationVersion,
    signatures: duties(created, name, options.document).map((duty) => ({
      signatureId: duty.signatureId,
      documentId: duty.documentId,
      documentSha256: hashes.get(duty.documentId) ?? '',
      selection: options.selection,
    })),
  });
  const reject = (name: Name, reason: string, options: ActOptions = {}): Reject => ({
    type: 'reject',
    ...actOf(name, options),
    reason,
    signatureIds: duties(created, name, options.document).map(({ signatureId }) => signatureId),
  });
  const signed = (name: Name, document = 'contrato.pdf'): ProcessEvent => {
    const [duty] = duties(created, name, document);
    if (duty === undefined) throw new Error(`${name} has no duty on ${document}`);
    return {
      type: 'SignatureSigned',
      data: {
        ...reference,
        ...dutyData(duty),
        documentSha256: hashOf(document),
        consent: { termsVersion: '1', acceptedAt: AT, textSha256: null },
        authentication: 'cpf-email-code',
        contactProof: sessionProof(name),
        client: { ip: '192.0.2.1' },
        signedAt: AT,
      },
    };
  };
  const rejected = (name: Name, reason: string, document = 'contrato.pdf'): ProcessEvent => {
    const [duty] = duties(created, name, document);
    if (duty === undefined) throw new Error(`${name} has no duty on ${document}`);
    const client = { ip: '192.0.2.1' };
    return {
      type: 'SignatureRejected',
      data: {
        ...reference,
        ...dutyData(duty),
        reason,
        contactProof: sessionProof(name),
        client,
        rejectedAt: AT,
      },
    };
  };
  const dispensed = (names: readonly Name[], document = 'contrato.pdf'): ProcessEvent => ({
    type: 'SignaturesDispensed',
    data: {
      ...reference,
      documentId: documentId(document),
      signatures: names
        .flatMap((name) => duties(created, name, document))
        .map((duty) => ({ signatureId: duty.signatureId, personId: duty.personId })),
    },
  });
  return { created, sign, reject, signed, rejected, dispensed };
}

const reference = { processId: PROCESS, tenantId: TENANT };

export const groupAsked = (group: number, ...names: readonly Name[]): ProcessEvent => ({
  type: 'GroupAsked',
  data: { ...reference, group, personIds: names.map(personId) },
});

export const completed = (document = 'contrato.pdf'): ProcessEvent => ({
  type: 'DocumentCompleted',
  data: { ...reference, documentId: documentId(document) },
});

export const documentRejected = (
  cause: DataOf<'DocumentRejected'>['cause'],
  document = 'contrato.pdf',
): ProcessEvent => ({
  type: 'DocumentRejected',
  data: { ...reference, documentId: documentId(document), cause },
});

export const documentCanceled = (document = 'contrato.pdf', reason?: string): ProcessEvent => ({
  type: 'DocumentCanceled',
  data: { ...reference, documentId: documentId(document), ...(reason === undefined ? {} : { reason }) },
});

const sealData = (document: string) => ({
  documentId: documentId(document),
  sha256: hashOf(`sealed ${document}`),
  sizeBytes: 20,
  validationCode: 'ABCD-1234',
  sealedAt: AT,
});

export const documentSealed = (document = 'contrato.pdf'): ProcessEvent => ({
  type: 'DocumentSealed',
  data: { ...reference, ...sealData(document) },
});

export const recordSeal = (
  document = 'contrato.pdf',
  overrides: Partial<RecordSeal['seal']> = {},
): RecordSeal => ({
  type: 'recordSeal',
  tenantId: TENANT,
  seal: { ...sealData(document), ...overrides },
});

export const recordSealFailure = (document = 'contrato.pdf'): RecordSealFailure => ({
  type: 'recordSealFailure',
  tenantId: TENANT,
  failure: { documentId: documentId(document), reason: 'document-takes-no-seal' },
});

export const documentSealFailed = (document = 'contrato.pdf'): ProcessEvent => ({
  type: 'DocumentSealFailed',
  data: { ...reference, documentId: documentId(document), reason: 'document-takes-no-seal' },
});

export const cancel = (document?: string, reason?: string): Cancel => ({
  type: 'cancel',
  tenantId: TENANT,
  documentId: document === undefined ? undefined : documentId(document),
  reason,
});

export const abandon: Abandon = { type: 'abandon', ...reference };
export const abandoned: ProcessEvent = { type: 'ProcessCreationAbandoned', data: reference };
export const finished: ProcessEvent = { type: 'ProcessFinished', data: reference };
export const processRejected: ProcessEvent = { type: 'ProcessRejected', data: reference };
export const processCanceled: ProcessEvent = { type: 'ProcessCanceled', data: reference };

export const participantOf = (name: Name) => ({
  personId: personId(name),
  name,
  cpf: cpfOf(NAMES.indexOf(name)),
  email: `${name}@exemplo.com.br`,
});

const requestingPersonOf = (name: Name) => {
  const { email: _email, ...person } = participantOf(name);
  return { ...person, impediment: 'cannot-read-or-write' as const };
};

export const replace = (name: Name, by: Name, at = AT): Replace => ({
  type: 'replace',
  tenantId: TENANT,
  personId: personId(name),
  by: participantOf(by),
  at,
});

export const remind = (at: string, ...names: readonly Name[]): Remind => ({
  type: 'remind',
  tenantId: TENANT,
  personIds: names.length === 0 ? undefined : names.map(personId),
  at,
});
export const remindBySchedule = (at: string): RemindBySchedule => ({
  type: 'remindBySchedule',
  tenantId: TENANT,
  at,
});
export const reminded = (
  by: 'hand' | 'schedule',
  remindedAt: string,
  names: readonly Name[],
  nextReminderAt?: string,
): ProcessEvent => ({
  type: 'ParticipantsReminded',
  data: {
    ...reference,
    by,
    personIds: names.map(personId),
    remindedAt,
    ...(nextReminderAt === undefined ? {} : { nextReminderAt }),
  },
});

export const extendDeadline = (deadline: string, at = AT): ExtendDeadline => ({
  type: 'extendDeadline',
  tenantId: TENANT,
  deadline,
  at,
});
export const deadlineExtended = (deadline: string, nextReminderAt?: string): ProcessEvent => ({
  type: 'DeadlineExtended',
  data: { ...reference, deadline, ...(nextReminderAt === undefined ? {} : { nextReminderAt }) },
});
export const expire = (at: string): Expire => ({ type: 'expire', tenantId: TENANT, at });
export const expired = (deadline: string, ...names: readonly Name[]): ProcessEvent => ({
  type: 'ProcessExpired',
  data: { ...reference, deadline, personIds: names.map(personId) },
});
