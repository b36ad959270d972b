import { streams, type CreditEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';
import { remainingOf, Reservations } from './state-reservations.ts';

export type CreditsState =
  | { status: 'unopened' }
  | {
      status: 'open';
      /** Credits free to be reserved, never negative. */
      balance: number;
      /** Credits reserved and not settled. */
      reserved: number;
      reservations: Reservations;
    };

export type CreditsCommand =
  /** The grant of a new tenant: given once, when nothing was granted before. */
  | { type: 'open'; tenantId: string; amount: number; reason: string }
  | { type: 'grant'; tenantId: string; amount: number; reason: string }
  | { type: 'reserve'; tenantId: string; processId: string; amount: number }
  /** One credit for each of the processes of a set, all or none. */
  | { type: 'reserveSet'; tenantId: string; setId: string; processIds: readonly string[] }
  /** All of the set's, which never came to be. */
  | { type: 'refundSet'; tenantId: string; setId: string }
  | { type: 'consume'; tenantId: string; processId: string; documentId: string }
  | { type: 'refund'; tenantId: string; processId: string; documentId: string }
  | { type: 'refundWhole'; tenantId: string; processId: string };

type Of<Type extends CreditsCommand['type']> = Extract<CreditsCommand, { type: Type }>;

function decide(command: CreditsCommand, state: CreditsState): Decision<CreditEvent> {
  switch (command.type) {
    case 'open':
      return state.status === 'unopened' ? granted(command) : accept();
    case 'grant':
      return granted(command);
    case 'reserve':
      return decideReserve(command, state);
    case 'reserveSet':
      return decideReserveSet(command, state);
    case 'refundSet':
      return decideRefundSet(command, state);
    case 'consume':
      return decideConsume(command, state);
    case 'refund':
      return decideRefund(command, state);
    case 'refundWhole':
      return decideRefundWhole(command, state);
  }
}

const granted = ({ tenantId, amount, reason }: Of<'open' | 'grant'>): Decision<CreditEvent> =>
  accept({ type: 'CreditsGranted', data: { tenantId, amount, reason } });

function decideReserve(command: Of<'reserve'>, state: CreditsState): Decision<CreditEvent> {
  const { tenantId, processId, amount } = command;
  if (reservationOf(state, processId) !== undefined) return accept();
  if (state.status === 'unopened' || state.balance < amount) return reject('INSUFFICIENT_CREDITS');
  return accept({ type: 'CreditsReserved', data: { tenantId, processId, amount } });
}

function decideReserveSet(command: Of<'reserveSet'>, state: CreditsState): Decision<CreditEvent> {
  const { tenantId, setId, processIds } = command;
  if (processIds.every((processId) => reservationOf(state, processId) !== undefined)) return accept();
  if (state.status === 'unopened' || state.balance < processIds.length) return reject('INSUFFICIENT_CREDITS');
  return accept(
    ...processIds.map((processId): CreditEvent => ({
      type: 'CreditsReserved',
      data: { tenantId, processId, amount: 1, setId },
    })),
  );
}

function decideRefundSet({ tenantId, setId }: Of<'refundSet'>, state: CreditsState): Decision<CreditEvent> {
  const processIds = state.status === 'open' ? state.reservations.ofSet(setId) : [];
  const reserved = processIds.filter((processId) => reservationOf(state, processId)?.refundedWhole === false);
  if (processIds.length > 0 && reserved.length === 0) return accept();
  const isWhole = (processId: string) => {
    const reservation = reservationOf(state, processId);
    return reservation !== undefined && remainingOf(reservation) === reservation.amount;
  };
  if (reserved.length === 0 || !reserved.every(isWhole)) return reject('REFUNDING_ABOVE_RESERVED');
  return accept(
    ...reserved.map((processId): CreditEvent => ({
      type: 'CreditsRefunded',
      data: { tenantId, processId, amount: 1, setId },
    })),
  );
}

function decideConsume(command: Of<'consume'>, state: CreditsState): Decision<CreditEvent> {
  const { tenantId, processId, documentId } = command;
  const reservation = reservationOf(state, processId);
  if (reservation?.settled[documentId] === 'consumed') return accept();
  if (
    reservation === undefined ||
    reservation.settled[documentId] !== undefined ||
    remainingOf(reservation) < 1
  )
    return reject('CONSUMING_ABOVE_RESERVED');
  return accept({ type: 'CreditsConsumed', data: { tenantId, processId, documentId, amount: 1 } });
}

function decideRefund(command: Of<'refund'>, state: CreditsState): Decision<CreditEvent> {
  const { tenantId, processId, documentId } = command;
  const reservation = reservationOf(state, processId);
  if (reservation?.settled[documentId] === 'refunded') return accept();
  if (
    reservation === undefined ||
    reservation.settled[documentId] !== undefined ||
    remainingOf(reservation) < 1
  )
    return reject('REFUNDING_ABOVE_RESERVED');
  return accept({ type: 'CreditsRefunded', data: { tenantId, processId, documentId, amount: 1 } });
}

function decideRefundWhole(command: Of<'refundWhole'>, state: CreditsState): Decision<CreditEvent> {
  const { tenantId, processId } = command;
  const reservation = reservationOf(state, processId);
  if (reservation?.refundedWhole === true) return accept();
  if (reservation === undefined || remainingOf(reservation) < reservation.amount)
    return reject('REFUNDING_ABOVE_RESERVED');
  return accept({ type: 'CreditsRefunded', data: { tenantId, processId, amount: reservation.amount } });
}

const reservationOf = (state: CreditsState, processId: string) =>
  state.status === 'open' ? state.reservations.get(processId) : undefined;

function evolve(state: CreditsState, event: CreditEvent): CreditsState {
  const open = state.status === 'open' ? state : emptyAccount();
  const { balance, reserved, reservations } = open;
  const { amount } = event.data;
  switch (event.type) {
    case 'CreditsGranted':
      return { ...open, balance: balance + amount };
    case 'CreditsReserved':
      return {
        status: 'open',
        balance: balance - amount,
        reserved: reserved + amount,
        reservations: reservations.with(event.data.processId, {
          amount,
          settled: {},
          refundedWhole: false,
          setId: event.data.setId,
        }),
      };
    case 'CreditsConsumed':
      return { ...open, reserved: reserved - amount, reservations: settled(open, event, 'consumed') };
    case 'CreditsRefunded':
      return {
        status: 'open',
        balance: balance + amount,
        reserved: reserved - amount,
        reservations: settled(open, event, 'refunded'),
      };
  }
}

type OpenAccount = Extract<CreditsState, { status: 'open' }>;
type Settlement = Extract<CreditEvent, { type: 'CreditsConsumed' | 'CreditsRefunded' }>;

const emptyAccount = (): OpenAccount => ({
  status: 'open',
  balance: 0,
  reserved: 0,
  reservations: new Reservations(),
});

function settled(
  { reservations }: OpenAccount,
  { data: { processId, documentId } }: Settlement,
  outcome: 'consumed' | 'refunded',
): Reservations {
  const reservation = reservations.get(processId);
  if (reservation === undefined) return reservations;
  return reservations.with(
    processId,
    documentId === undefined
      ? { ...reservation, refundedWhole: true }
      : { ...reservation, settled: { ...reservation.settled, [documentId]: outcome } },
  );
}

export const credits: Aggregate<CreditsCommand, CreditsState, CreditEvent> = {
  stream: streams.credits,
  initialState: () => ({ status: 'unopened' }),
  decide,
  evolve,
  // Every process of a tenant reserves here: one append each would be all that a tenant can have created.
  gathered: true,
};
