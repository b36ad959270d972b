import {
  brasiliaMonth,
  delayClassOf,
  firstGroupOf,
  groupOf,
  handoverOf,
  PROCESS_ENDS,
  type DataOf,
} from '@lacre/contracts';
import {
  awaitedPerson,
  MissingRow,
  monthlyFigure,
  refusal,
  runningProcess,
  type Awaited,
  type Change,
  type RowOf,
} from '@lacre/read-models';

import { readModel, type Fact } from '../engine/projection.ts';

type Running = RowOf<typeof runningProcess>;
type Figure = RowOf<typeof monthlyFigure>['figure'];
type OfProcess = { data: { processId: string }; at: string };

const counted = (
  { tenant_id, company_id }: Pick<Running, 'tenant_id' | 'company_id'>,
  figure: Figure,
  at: string,
  delay = 0,
): Change => {
  const [month, key] = [brasiliaMonth(new Date(at)), { tenant_id, company_id }];
  return monthlyFigure.evolve([tenant_id, month, company_id, figure, String(delay)], (row) => ({
    ...key,
    month,
    figure,
    delay,
    total: (row?.total ?? 0) + 1,
  }));
};

/** Changes of the event's process, which must be running: a process that has ended takes no event. */
const ofRunning = (
  { data: { processId } }: OfProcess,
  changes: (row: Running) => readonly Change[],
): Change =>
  runningProcess.derive([processId], (row) => {
    if (row === undefined) throw new MissingRow(runningProcess, processId);
    return changes(row);
  });

/** The process with others awaited, and the rows of those who were or are asked. */
function awaiting(row: Running, awaited: readonly Awaited[]): Change[] {
  const still = awaited.filter(({ documentIds }) => documentIds.length > 0);
  const { process_id, tenant_id, company_id } = row;
  const gone = row.awaited.filter(({ personId }) => !still.some((one) => one.personId === personId));
  return [
    runningProcess.put({ ...row, awaited: still }),
    ...gone.map(({ personId }) => awaitedPerson.remove([process_id, personId])),
    ...still.flatMap(({ personId, askedAt }) =>
      askedAt === null
        ? []
        : [awaitedPerson.put({ process_id, person_id: personId, tenant_id, company_id, asked_at: askedAt })],
    ),
  ];
}

function created({ data, at }: Fact<'ProcessCreated'>): Change[] {
  const { processId, tenantId, company, participants, signatures } = data;
  const first = firstGroupOf(participants);
  const row: Running = {
    process_id: processId,
    tenant_id: tenantId,
    company_id: company.companyId,
    created_at: at,
    expired: false,
    awaited: [],
  };
  const awaited = participants.map((one) => ({
    personId: one.personId,
    askedAt: groupOf(one) === first ? at : null,
    documentIds: signatures
      .filter(({ personId }) => personId === one.personId)
      .map(({ documentId }) => documentId),
  }));
  return [...awaiting(row, awaited), counted(row, 'created', at)];
}

const without = (one: Awaited, documentId: string): Awaited => ({
  ...one,
  documentIds: one.documentIds.filter((id) => id !== documentId),
});

/** The document is no longer asked of these persons; of all of them when none are named. */
const noLongerAsked = (
  fact: OfProcess & { data: { documentId: string } },
  personIds?: readonly string[],
): Change =>
  ofRunning(fact, (row) =>
    awaiting(
      row,
      row.awaited.map((one) =>
        personIds?.includes(one.personId) === false ? one : without(one, fact.data.documentId),
      ),
    ),
  );

/** With their last document a person has signed the process: so long after they were asked. */
const signed = (fact: Fact<'SignatureSigned'>): Change[] => [
  ofRunning(fact, (row) => {
    const { personId, documentId, signedAt } = fact.data;
    const one = row.awaited.find((each) => each.personId === personId);
    const isLast = one !== undefined && without(one, documentId).documentIds.length === 0;
    return isLast && one.askedAt !== null
      ? [counted(row, 'signed', signedAt, delayClassOf(one.askedAt, signedAt))]
      : [];
  }),
  noLongerAsked(fact, [fact.data.personId]),
];

const refused = (fact: Fact<'SignatureRejected'>): Change[] => [
  ofRunning(fact, ({ process_id, tenant_id, company_id }) => {
    const { personId, rejectedAt } = fact.data;
    return [refusal.put({ process_id, person_id: personId, tenant_id, company_id, refused_at: rejectedAt })];
  }),
  noLongerAsked(fact, [fact.data.personId]),
];

const groupAsked = (fact: Fact<'GroupAsked'>): Change =>
  ofRunning(fact, (row) =>
    awaiting(
      row,
      row.awaited.map((one) =>
        fact.data.personIds.includes(one.personId) ? { ...one, askedAt: fact.at } : one,
      ),
    ),
  );

/** The new participant is asked from now on, where the former one had been asked. */
const handedOver = (fact: Fact<'ParticipantReplaced'> | Fact<'SignatureDelegated'>): Change =>
  ofRunning(fact, (row) => {
    const { replaced, participant, signatures } = handoverOf(fact);
    const former = row.awaited.find(({ personId }) => personId === replaced.personId);
    const taken: Awaited = {
      personId: participant.personId,
      askedAt: (former?.askedAt ?? null) === null ? null : fact.at,
      documentIds: signatures.map(({ documentId }) => documentId),
    };
    return awaiting(row, [
      ...row.awaited.filter(({ personId }) => ![replaced.personId, taken.personId].includes(personId)),
      taken,
    ]);
  });

const ended = (fact: Fact<keyof typeof PROCESS_ENDS>): Change =>
  ofRunning(fact, (row) => {
    const end = PROCESS_ENDS[fact.type];
    const figure = end === 'rejected' && row.expired ? 'expired' : end;
    const createdAt = new Date(row.created_at).toISOString();
    return [
      counted(row, figure, fact.at, end === 'finished' ? delayClassOf(createdAt, fact.at) : 0),
      ...awaiting(row, []),
      runningProcess.remove([row.process_id]),
    ];
  });

const expired = ({ data }: { data: DataOf<'ProcessExpired'> }): Change =>
  runningProcess.edit([data.processId], () => ({ expired: true }));

/** What reports are made of. */
export const reportProjection = readModel('report', {
  version: 1,
  on: {
    ProcessCreated: created,
    SignatureSigned: signed,
    SignatureRejected: refused,
    SignaturesDispensed: (fact) =>
      noLongerAsked(
        fact,
        fact.data.signatures.map(({ personId }) => personId),
      ),
    DocumentCompleted: (fact) => noLongerAsked(fact),
    DocumentRejected: (fact) => noLongerAsked(fact),
    DocumentCanceled: (fact) => noLongerAsked(fact),
    GroupAsked: groupAsked,
    ParticipantReplaced: handedOver,
    SignatureDelegated: handedOver,
    ProcessExpired: expired,
    ProcessFinished: ended,
    ProcessRejected: ended,
    ProcessCanceled: ended,
  },
});
