import { PROCESS_ENDS } from '@lacre/contracts';

import { workItem, type Reactor, type WorkItem } from './reactor.ts';
import { sendNotification } from './send-notification.ts';

type OfDocument = { tenantId: string; processId: string; documentId: string };

const documentWork = ({ tenantId, processId, documentId }: OfDocument): WorkItem[] => [
  workItem(documentId, tenantId, { processId, documentId }),
];

const sealDocument: Reactor = {
  kind: 'seal-document',
  opens: { DocumentCompleted: ({ data }) => documentWork(data) },
  closes: { SealProduced: ({ data }) => [data.documentId], SealFailed: ({ data }) => [data.documentId] },
};

const recordSeal: Reactor = {
  kind: 'record-seal',
  opens: { SealProduced: ({ data }) => documentWork(data) },
  closes: { DocumentSealed: ({ data }) => [data.documentId] },
};

const recordSealFailure: Reactor = {
  kind: 'record-seal-failure',
  opens: { SealFailed: ({ data }) => documentWork(data) },
  closes: { DocumentSealFailed: ({ data }) => [data.documentId] },
};

/** Room for an authority that is away for weeks, and for an operator who is. */
const RENEW_AHEAD_MS = 90 * 86_400_000;

function renewal(data: OfDocument & { provableUntil?: string | undefined }): WorkItem[] {
  const { provableUntil } = data;
  if (provableUntil === undefined) return [];
  const notBefore = new Date(Date.parse(provableUntil) - RENEW_AHEAD_MS).toISOString();
  return documentWork(data).map((item) => Object.assign(item, { notBefore }));
}

/** A renewal closes the work that asked for it, and opens the next. */
const renewSeal: Reactor = {
  kind: 'renew-seal',
  opens: { SealProduced: ({ data }) => renewal(data), SealRenewed: ({ data }) => renewal(data) },
  closes: { SealRenewed: ({ data }) => [data.documentId] },
};

const consumeCredit: Reactor = {
  kind: 'consume-credit',
  opens: { DocumentSealed: ({ data }) => documentWork(data) },
  closes: { CreditsConsumed: ({ data }) => [data.documentId] },
};

const refundCredit: Reactor = {
  kind: 'refund-credit',
  opens: {
    DocumentCanceled: ({ data }) => documentWork(data),
    DocumentRejected: ({ data }) => documentWork(data),
    DocumentSealFailed: ({ data }) => documentWork(data),
  },
  closes: { CreditsRefunded: ({ data }) => (data.documentId === undefined ? [] : [data.documentId]) },
};

/** Creation takes moments; credits reserved for longer than this without a process belong to one that never came. */
const CREATION_TAKES_AT_MOST_MS = 60_000;

const abandonProcess: Reactor = {
  kind: 'abandon-process',
  delayMs: CREATION_TAKES_AT_MOST_MS,
  opens: {
    CreditsReserved: ({ data: { tenantId, processId, setId } }) =>
      setId === undefined ? [workItem(processId, tenantId, { processId })] : [],
  },
  closes: {
    ProcessCreated: ({ data }) => [data.processId],
    CreditsRefunded: ({ data }) => (data.documentId === undefined ? [data.processId] : []),
  },
};

/** All reservations of a set are of one moment: the work is the set's, whichever of them opens it. */
const abandonSet: Reactor = {
  kind: 'abandon-set',
  delayMs: CREATION_TAKES_AT_MOST_MS,
  opens: {
    CreditsReserved: ({ data: { tenantId, processId, setId } }) =>
      setId === undefined ? [] : [workItem(setId, tenantId, { processId, setId })],
  },
  closes: {
    ProcessSetPlanned: ({ data }) => [data.setId],
    CreditsRefunded: ({ data }) => (data.setId === undefined ? [] : [data.setId]),
  },
};

/** The request that planned a set creates its processes at once; this is for requests cut short. */
const SET_TAKES_AT_MOST_MS = 10_000;

const createProcesses: Reactor = {
  kind: 'create-processes',
  delayMs: SET_TAKES_AT_MOST_MS,
  opens: {
    ProcessSetPlanned: ({ data: { tenantId, setId, processes } }) => {
      const processId = processes[0]?.processId ?? setId;
      return [workItem(setId, tenantId, { processId, setId })];
    },
  },
  closes: { ProcessSetCreated: ({ data }) => [data.setId] },
};

type OfProcess = { tenantId: string; processId: string };

const scheduled = ({ tenantId, processId }: OfProcess, notBefore: string | undefined): WorkItem[] =>
  notBefore === undefined ? [] : [{ ...workItem(processId, tenantId, { processId }), notBefore }];

const byItsEnd: Reactor['closes'] = Object.fromEntries(
  Object.keys(PROCESS_ENDS).map((type) => [type, ({ data }: { data: OfProcess }) => [data.processId]]),
);

/** An extension puts the same work at a later moment. */
const expireProcess: Reactor = {
  kind: 'expire-process',
  opens: {
    ProcessCreated: ({ data }) => scheduled(data, data.deadline),
    DeadlineExtended: ({ data }) => scheduled(data, data.deadline),
  },
  closes: { ...byItsEnd, ProcessExpired: ({ data }) => [data.processId] },
};

/** Each reminder of the schedule closes the work that asked for it, and opens the next; one by hand does neither. */
const remindParticipants: Reactor = {
  kind: 'remind-participants',
  opens: {
    ProcessCreated: ({ data }) => scheduled(data, data.nextReminderAt),
    ParticipantsReminded: ({ data }) => scheduled(data, data.nextReminderAt),
    DeadlineExtended: ({ data }) => scheduled(data, data.nextReminderAt),
  },
  closes: {
    ...byItsEnd,
    ProcessExpired: ({ data }) => [data.processId],
    ParticipantsReminded: ({ data }) => (data.by === 'schedule' ? [data.processId] : []),
  },
};

const downloadWork = ({ tenantId, downloadId }: { tenantId: string; downloadId: string }): WorkItem =>
  workItem(downloadId, tenantId, { downloadId });

const prepareDownload: Reactor = {
  kind: 'prepare-download',
  opens: { DownloadRequested: ({ data }) => [downloadWork(data)] },
  closes: { DownloadPrepared: ({ data }) => [data.downloadId] },
};

const expireDownload: Reactor = {
  kind: 'expire-download',
  opens: { DownloadPrepared: ({ data }) => [{ ...downloadWork(data), notBefore: data.expiresAt }] },
  closes: { DownloadExpired: ({ data }) => [data.downloadId] },
};

const erasureWork = (subjectKind: 'person' | 'user', subjectId: string, tenantId: string): WorkItem[] => [
  workItem(subjectId, tenantId, { subjectKind, subjectId }),
];

/** Given time to be finished by the request that asked for it. */
const finishErasure: Reactor = {
  kind: 'finish-erasure',
  delayMs: 5_000,
  opens: {
    PersonErased: ({ data }) => erasureWork('person', data.personId, data.tenantId),
    UserErased: ({ data }) => erasureWork('user', data.userId, data.tenantId),
  },
  closes: {
    PersonErasureCompleted: ({ data }) => [data.personId],
    UserErasureCompleted: ({ data }) => [data.userId],
  },
};

const monthlyWork = (tenantId: string, nextGrantAt: string | undefined): WorkItem[] =>
  nextGrantAt === undefined ? [] : [{ ...workItem(tenantId, tenantId), notBefore: nextGrantAt }];

/** Each monthly grant closes the work that asked for it, and opens that of the next month. */
const grantMonthlyCredits: Reactor = {
  kind: 'grant-monthly-credits',
  opens: {
    MonthlyCreditsSet: ({ data }) => monthlyWork(data.tenantId, data.nextGrantAt),
    CreditsGranted: ({ data }) => monthlyWork(data.tenantId, data.nextGrantAt),
  },
  closes: {
    MonthlyCreditsSet: ({ data }) => [data.tenantId],
    CreditsGranted: ({ data }) => (data.month === undefined ? [] : [data.tenantId]),
  },
};

/** Every follow-up of the product. Adding one adds a line; raise the version of open work with it. */
export const reactors: readonly Reactor[] = [
  sealDocument,
  recordSeal,
  recordSealFailure,
  renewSeal,
  consumeCredit,
  refundCredit,
  abandonProcess,
  abandonSet,
  createProcesses,
  expireProcess,
  remindParticipants,
  sendNotification,
  prepareDownload,
  expireDownload,
  finishErasure,
  grantMonthlyCredits,
];
