import { reaches, type UserPrincipal } from '@lacre/access';
import {
  cameToBe,
  foldProcess,
  groupOf,
  streams,
  type AnswerOf,
  type ExistingProcess,
  type ProcessEvent,
  type SignatureState,
} from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';

import { requestingPersonView } from '../views/requesting-person.ts';
import { awaitedOn, requiredByProcess } from '../views/required-signatures.ts';

type Moment = AnswerOf<'processMoment'>;

function signatureView(one: SignatureState): Moment['signatures'][number] {
  const { asksSelection: _asks, group: _group, contactReplaced: _replaced, ...view } = one;
  return view;
}

/** As the projection shows the process now, it is shown then. */
function viewOf(state: ExistingProcess, revision: number, at: string): Moment {
  const { status, deadline = null, minimumSignatories } = state;
  const signatures = [...state.signatures.values()].map(signatureView);
  const byDocument = Map.groupBy(signatures, ({ documentId }) => documentId);
  const documents = [...state.documents.values()].map(({ documentId, name, status: of }) => ({
    documentId,
    name,
    status: of,
    signatures: byDocument.get(documentId) ?? [],
  }));
  const required = requiredByProcess(documents, minimumSignatories);
  const awaited = new Set(
    documents
      .filter((document) => document.status === 'pending')
      .flatMap((document) => awaitedOn(document, minimumSignatories)),
  );
  const participants = state.participants.map((one) => ({
    personId: one.personId,
    part: one.part,
    name: one.name,
    atRequestOf: one.atRequestOf === undefined ? null : requestingPersonView(one.atRequestOf),
    group: groupOf(one),
    asked: groupOf(one) <= state.askedGroup,
  }));
  return {
    revision,
    at,
    status,
    deadline,
    documents: documents.map(({ documentId, name, status: of }) => ({ documentId, name, status: of })),
    participants,
    signatures,
    waitingFor: participants
      .filter(({ personId, asked }) => asked && awaited.has(personId))
      .map(({ personId, name }) => ({ personId, name })),
    signaturesDone: required.done,
    signaturesTotal: required.total,
  };
}

/**
 * The process right after the event of this revision, folded from its stream.
 *
 * @throws Refusal SIGNATURE_PROCESS_NOT_FOUND when there is no such process within the caller's reach,
 *   PROCESS_MOMENT_NOT_FOUND when it has no event of this revision yet.
 */
export async function momentOf(
  log: DomainLog,
  { tenantId, companies }: Pick<UserPrincipal, 'tenantId' | 'companies'>,
  processId: string,
  revision: number,
): Promise<Moment> {
  const events: LoggedEvent<ProcessEvent>[] = [];
  for await (const event of log.readStream(streams.process(processId))) {
    // What the process begins with is in every moment.
    if (events.length > 0 && Number(event.revision) > revision) break;
    if (event.data.tenantId !== tenantId) break;
    events.push(event);
  }
  const state = foldProcess(events);
  const last = events.at(-1);
  if (last === undefined || !cameToBe(state) || !reaches(companies, state.company.companyId))
    throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  if (Number(last.revision) < revision) throw new Refusal('PROCESS_MOMENT_NOT_FOUND');
  return viewOf(state, Number(last.revision), last.metadata.occurredAt);
}
