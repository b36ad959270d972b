import { streams, type CreditEvent } from '@lacre/contracts';

import { accept, reject, type Aggregate, type Decision } from '../decider/decision.ts';
import { beginningOf, monthOf, nextMonth, reasonOf } from './monthly-credits.ts';
import { remainingOf, Reservations } from './state-reservations.ts';

/** What is granted every month, and the first month that has not been granted. */
interface MonthlyGrant {
  /** 0 once it has ended. */
  amount: number;
  nextMonth: string;
}

export type CreditsState =
  | { status: 'unopened' }
  | {
      status: 'open';
      /** Credits free to be reserved, never negative. */
      balance: number;
      /** Credits reserved and not settled. */
      reserved: number;
      reservations: Reservations;
      monthly: MonthlyGrant | undefined;
    };

export type CreditsCommand =
  /** The grant of a new tenant: given once, when nothing was granted before. */
  | { type: 'open'; tenantId: string; amount: number; reason: string }
  | { type: 'grant'; tenantId: string; amount: number; reason: string }
  /** From the month of `at` on; 0 ends it. */
  | { type: 'setMonthly'; tenantId: string; amount: number; at: string }
  /** The first month that is due at `at` and has not been granted. */
  | { type: 'grantMonth'; tenantId: string; at: string }
  | { type: 'reserve'; tenantId: string; processId: string; amount: number }
  /** One credit for each of the processes of a set, all or none. */
  | { type: 'reserveSet'; tenantId: string; setId: string; processIds: readonly string[] }
  /** All of the set's, which was not created. */
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
    case 'setMonthly':
      return decideSetMonthly(command, state);
    case 'grantMonth':
      return decideGrantMonth(command, state);
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

/** The first month that is due at this moment and has no grant; undefined when there is none. */
export function dueMonthOf(state: CreditsState, at: string): string | undefined {
  const monthly = state.status === 'open' ? state.monthly : undefined;
  if (monthly === undefined || monthly.amount === 0) return undefined;
  return monthly.nextMonth <= monthOf(at) ? monthly.nextMonth : undefined;
}

const grantOf = (tenantId: string, amount: number, month: string): CreditEvent => ({
  type: 'CreditsGranted',
  data: {
    tenantId,
    amount,
    reason: reasonOf(month),
    month,
    nextGrantAt: beginningOf(nextMonth(month)),
  },
});

function decideGrantMonth({ tenantId, at }: Of<'grantMonth'>, state: CreditsState): Decision<CreditEvent> {
  const month = dueMonthOf(state, at);
  if (month === undefined || state.status !== 'open' || state.monthly === undefined) return accept();
  return accept(grantOf(tenantId, state.monthly.amount, month));
}

/** Months that passed before are still granted as they were set; a month that has its grant gets no other. */
function decideSetMonthly(
  { tenantId, amount, at }: Of<'setMonthly'>,
  state: CreditsState,
): Decision<CreditEvent> {
  const monthly = state.status === 'open' ? state.monthly : undefined;
  if (amount === (monthly?.amount ?? 0)) return accept();
  const now = monthOf(at);
  const missed: CreditEvent[] = [];
  let from = monthly?.nextMonth ?? now;
  for (; from < now; from = nextMonth(from))
    if (monthly !== undefined && monthly.amount > 0) missed.push(grantOf(tenantId, monthly.amount, from));
  const set: CreditEvent = {
    type: 'MonthlyCreditsSet',
    data: { tenantId, amount, from, ...(amount === 0 ? {} : { nextGrantAt: beginningOf(from) }) },
  };
  const first = amount > 0 && from === now ? [grantOf(tenantId, amount, now)] : [];
  return accept(...missed, set, ...first);
}

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
      return { ...open, balance: balance + amount, monthly: grantedMonth(open.monthly, event.data.month) };
    case 'MonthlyCreditsSet':
      return { ...open, monthly: { amount, nextMonth: event.data.from } };
    case 'CreditsReserved':
      return {
        ...open,
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
        ...open,
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
  reservations: Reservations.NONE,
  monthly: undefined,
});

const grantedMonth = (
  monthly: MonthlyGrant | undefined,
  month: string | undefined,
): MonthlyGrant | undefined =>
  monthly === undefined || month === undefined ? monthly : { ...monthly, nextMonth: nextMonth(month) };

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
  batched: true,
};
