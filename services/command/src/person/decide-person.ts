import {
  isSameAddress,
  streams,
  type Address,
  type DataOf,
  type ErasureReason,
  type PersonAuthentication,
  type PersonFields,
  type StreamEvents,
} from '@lacre/contracts';

import { accept, ofTenant, reject, type Aggregate, type Decision } from '../decider/decision.ts';

export type PersonStreamEvent = StreamEvents['person'];

export type PersonState =
  | { status: 'absent' }
  /** Its CPF went to another registration before it was stored: this id can never be used. */
  | { status: 'forfeited' }
  | ({
      status: 'registered';
      hasSignedIn: boolean;
      sessions: readonly OpenedSession[];
    } & DataOf<'PersonCreated'>)
  | { status: 'removed'; personId: string; tenantId: string }
  /** Nothing of them is known any more; `isComplete`: their key is destroyed. */
  | { status: 'erased'; personId: string; tenantId: string; isComplete: boolean };

/** A session with what it has proven. */
interface OpenedSession {
  sessionId: string;
  proven: readonly Address[];
}

/** Sessions remembered: a token lives an hour, and no person opens so many in one. */
const KEPT_SESSIONS = 200;

export type PersonCommand =
  | ({ type: 'create' } & DataOf<'PersonCreated'>)
  /** One of a batch, registered once the batch is. */
  | ({ type: 'draft' } & DataOf<'PersonDrafted'>)
  | { type: 'edit'; tenantId: string; fields: PersonFields }
  /** `pendingProcessIds`: processes that wait for a signature of theirs. */
  | { type: 'remove'; tenantId: string; pendingProcessIds: readonly string[] }
  /** `waitingProcessIds`: processes they take part in whose evidence is still to be drawn. */
  | { type: 'erase'; tenantId: string; reason: ErasureReason; waitingProcessIds: readonly string[] }
  | { type: 'completeErasure'; tenantId: string }
  | {
      type: 'recordSignIn';
      tenantId: string;
      /** The process whose link they came by. */
      processId: string | undefined;
      method: PersonAuthentication;
      sessionId: string;
      /** The first is what they came in by. */
      proven: readonly Address[];
      deviceId: string | undefined;
      /** Of a device that needs no code for the first address from now on. */
      remembered: DeviceToRemember | undefined;
    }
  /** `addresses` are no contact of theirs in the process any more. */
  | { type: 'endSessions'; tenantId: string; processId: string; addresses: readonly Address[] }
  | { type: 'recordSignOut'; tenantId: string; sessionId: string }
  | { type: 'forgetDevice'; tenantId: string; deviceId: string };

interface DeviceToRemember {
  /** ISO 8601. */
  until: string;
  /** E-mail that is notified of the device; undefined for one that was remembered before. */
  toldAt: string | undefined;
}

function decide(command: PersonCommand, state: PersonState): Decision<PersonStreamEvent> {
  switch (command.type) {
    case 'create': {
      const { personId, tenantId, cpf, fields } = command;
      if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
      // The id derives from the intent, so a person who is there already, or was, is this same one.
      if (state.status !== 'absent') return accept();
      return accept({ type: 'PersonCreated', data: { personId, tenantId, cpf, fields } });
    }
    case 'draft': {
      const { personId, tenantId, batchId, cpf, fields } = command;
      if (state.status === 'forfeited') return reject('CONCURRENT_CHANGE');
      if (state.status !== 'absent') return accept();
      return accept({ type: 'PersonDrafted', data: { personId, tenantId, batchId, cpf, fields } });
    }
    case 'edit': {
      const { tenantId, fields } = command;
      const found = personOf(state, tenantId);
      if (found === undefined) return reject('PERSON_NOT_FOUND');
      return accept({ type: 'PersonEdited', data: { personId: found.personId, tenantId, fields } });
    }
    case 'remove': {
      const { tenantId, pendingProcessIds } = command;
      const found = personOf(state, tenantId);
      if (found === undefined) return reject('PERSON_NOT_FOUND');
      if (pendingProcessIds.length > 0)
        return reject(
          'PERSON_HAS_PENDING_SIGNATURES',
          `Processos com assinatura pendente: ${pendingProcessIds.length}.`,
        );
      return accept({ type: 'PersonRemoved', data: { personId: found.personId, tenantId } });
    }
    case 'erase':
      return decideErase(command, state);
    case 'completeErasure': {
      if (state.status !== 'erased') return reject('PERSON_NOT_FOUND');
      if (state.isComplete) return accept();
      const { personId, tenantId } = state;
      return accept({ type: 'PersonErasureCompleted', data: { personId, tenantId } });
    }
    case 'recordSignIn':
      return decideSignIn(command, state);
    case 'endSessions': {
      const { tenantId, processId, addresses } = command;
      // A person removed or erased meanwhile has no session that reaches the process.
      const found = personOf(state, tenantId);
      const ended = found?.sessions.filter(({ proven }) =>
        proven.some((one) => addresses.some((address) => isSameAddress(one, address))),
      );
      if (found === undefined || ended === undefined || ended.length === 0) return accept();
      const sessionIds = ended.map(({ sessionId }) => sessionId);
      const data = { personId: found.personId, tenantId, sessionIds, processId };
      return accept({ type: 'PersonSessionsEnded', data });
    }
    case 'recordSignOut': {
      const { tenantId, sessionId } = command;
      // A person removed or erased meanwhile may sign out as well: their token would go on otherwise.
      if (!('personId' in state) || state.tenantId !== tenantId) return reject('AUTH_PERSON_NOT_FOUND');
      return accept({ type: 'PersonSignedOut', data: { personId: state.personId, tenantId, sessionId } });
    }
    case 'forgetDevice': {
      const { tenantId, deviceId } = command;
      const found = personOf(state, tenantId);
      if (found === undefined) return reject('AUTH_PERSON_NOT_FOUND');
      const { personId } = found;
      return accept({ type: 'PersonDeviceForgotten', data: { personId, tenantId, deviceId } });
    }
  }
}

function decideSignIn(
  command: Extract<PersonCommand, { type: 'recordSignIn' }>,
  state: PersonState,
): Decision<PersonStreamEvent> {
  const { tenantId, processId, method, sessionId, deviceId, remembered } = command;
  const found = personOf(state, tenantId);
  if (found === undefined) return reject('AUTH_PERSON_NOT_FOUND');
  const { personId } = found;
  const proven = command.proven.map(({ channel, address }) => ({ channel, address }));
  const by = processId === undefined ? {} : { processId };
  const from = deviceId === undefined ? {} : { deviceId };
  const signedIn: PersonStreamEvent = {
    type: 'PersonSignedIn',
    data: { personId, tenantId, ...by, method, ...from, sessionId, proven },
  };
  const [first] = proven;
  if (deviceId === undefined || remembered === undefined || first === undefined) return accept(signedIn);
  const { until: expiresAt, toldAt } = remembered;
  const another = toldAt !== undefined && found.hasSignedIn ? ({ another: true } as const) : {};
  const data = {
    personId,
    tenantId,
    deviceId,
    expiresAt,
    ...another,
    proven: { ...first, ...(toldAt === undefined ? {} : { toldAt }) },
  };
  return accept<PersonStreamEvent>(signedIn, { type: 'PersonDeviceRemembered', data });
}

/** A removed person may be erased as well. An erasure that was asked for before has nothing left to do. */
function decideErase(
  { tenantId, reason, waitingProcessIds }: Extract<PersonCommand, { type: 'erase' }>,
  state: PersonState,
): Decision<PersonStreamEvent> {
  if (!('personId' in state) || state.tenantId !== tenantId) return reject('PERSON_NOT_FOUND');
  if (state.status === 'erased') return accept();
  // The evidence of these still has to name them.
  if (waitingProcessIds.length > 0)
    return reject('PERSON_HAS_PENDING_SIGNATURES', `Processos em andamento: ${waitingProcessIds.length}.`);
  return accept({ type: 'PersonErased', data: { personId: state.personId, tenantId, reason } });
}

function evolve(state: PersonState, event: PersonStreamEvent): PersonState {
  switch (event.type) {
    case 'PersonCreated':
      return { status: 'registered', hasSignedIn: false, sessions: [], ...event.data };
    case 'PersonDrafted': {
      // No answer holds this id before the batch is created, so that it is not asked for until then.
      const { batchId: _batchId, ...data } = event.data;
      return { status: 'registered', hasSignedIn: false, sessions: [], ...data };
    }
    case 'PersonEdited':
      return state.status === 'registered' ? { ...state, fields: event.data.fields } : state;
    case 'PersonRemoved':
      return { status: 'removed', ...event.data };
    case 'PersonErased': {
      const { personId, tenantId } = event.data;
      return { status: 'erased', personId, tenantId, isComplete: false };
    }
    case 'PersonErasureCompleted':
      return state.status === 'erased' ? { ...state, isComplete: true } : state;
    case 'PersonSignedIn':
      return state.status === 'registered' ? withSession(state, event.data) : state;
    case 'PersonSignedOut':
      return withoutSessions(state, [event.data.sessionId]);
    case 'PersonSessionsEnded':
      return withoutSessions(state, event.data.sessionIds);
    case 'PersonDeviceRemembered':
    case 'PersonDeviceForgotten':
      return state;
    case 'OwnerForfeited':
      return { status: 'forfeited' };
  }
}

type Registered = Extract<PersonState, { status: 'registered' }>;

function withSession(state: Registered, { sessionId, proven }: DataOf<'PersonSignedIn'>): Registered {
  if (sessionId === undefined || proven === undefined) return { ...state, hasSignedIn: true };
  const sessions = [...state.sessions, { sessionId, proven }].slice(-KEPT_SESSIONS);
  return { ...state, hasSignedIn: true, sessions };
}

const withoutSessions = (state: PersonState, ended: readonly string[]): PersonState =>
  state.status === 'registered'
    ? { ...state, sessions: state.sessions.filter(({ sessionId }) => !ended.includes(sessionId)) }
    : state;

export function personOf(
  state: PersonState,
  tenantId: string,
): Extract<PersonState, { status: 'registered' }> | undefined {
  return ofTenant(state.status === 'registered' ? state : undefined, tenantId);
}

export const person: Aggregate<PersonCommand, PersonState, PersonStreamEvent> = {
  stream: streams.person,
  initialState: () => ({ status: 'absent' }),
  decide,
  evolve,
};
