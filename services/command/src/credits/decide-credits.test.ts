import type { CreditEvent } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../decider/specification.ts';
import { credits } from './decide-credits.ts';

const { given } = specificationOf(credits);
const tenantId = derivedId('test', 'tenant');
const processId = derivedId('test', 'process');
const documentId = derivedId('test', 'document');
const otherDocumentId = derivedId('test', 'other document');

const granted = (amount: number): CreditEvent => ({
  type: 'CreditsGranted',
  data: { tenantId, amount, reason: 'início' },
});
const reserved = (amount: number): CreditEvent => ({
  type: 'CreditsReserved',
  data: { tenantId, processId, amount },
});
const consumed = (id = documentId): CreditEvent => ({
  type: 'CreditsConsumed',
  data: { tenantId, processId, documentId: id, amount: 1 },
});
const refunded = (id = documentId): CreditEvent => ({
  type: 'CreditsRefunded',
  data: { tenantId, processId, documentId: id, amount: 1 },
});
const refundedWhole = (amount: number): CreditEvent => ({
  type: 'CreditsRefunded',
  data: { tenantId, processId, amount },
});

const open = { type: 'open', tenantId, amount: 100, reason: 'início' } as const;
const reserve = (amount: number) => ({ type: 'reserve', tenantId, processId, amount }) as const;
const consume = (id = documentId) => ({ type: 'consume', tenantId, processId, documentId: id }) as const;
const refund = (id = documentId) => ({ type: 'refund', tenantId, processId, documentId: id }) as const;
const refundWhole = { type: 'refundWhole', tenantId, processId } as const;

const balanceAfter = (...events: CreditEvent[]) => {
  const state = given(...events).state();
  return state.status === 'open' ? [state.balance, state.reserved] : [0, 0];
};

describe('granting', () => {
  it('opens an account once', () => {
    given().when(open).thenEvents(granted(100));
    given(granted(100)).when(open).thenNothing();
  });

  it('adds to the balance', () => {
    given(granted(100))
      .when({ ...open, type: 'grant', amount: 5 })
      .thenEvents(granted(5));
    expect(balanceAfter(granted(100), granted(5))).toEqual([105, 0]);
  });
});

describe('the monthly grant', () => {
  const at = (moment: string) => ({ tenantId, at: moment });
  const grantAt = (moment: string) => ({ type: 'grantMonth', ...at(moment) }) as const;
  const setAt = (amount: number, moment: string) => ({ type: 'setMonthly', amount, ...at(moment) }) as const;
  const NAMES = { '2026-11': 'novembro', '2026-12': 'dezembro', '2027-01': 'janeiro' } as const;
  const NEXT = { '2026-11': '2026-12', '2026-12': '2027-01', '2027-01': '2027-02' } as const;
  const grantOf = (amount: number, month: keyof typeof NAMES): CreditEvent => ({
    type: 'CreditsGranted',
    data: {
      tenantId,
      amount,
      reason: `Créditos mensais de ${NAMES[month]} de ${month.slice(0, 4)}`,
      month,
      nextGrantAt: `${NEXT[month]}-01T03:00:00.000Z`,
    },
  });
  const set = (amount: number, from: string): CreditEvent => ({
    type: 'MonthlyCreditsSet',
    data: { tenantId, amount, from, ...(amount === 0 ? {} : { nextGrantAt: `${from}-01T03:00:00.000Z` }) },
  });
  const running = [granted(100), set(30, '2026-11'), grantOf(30, '2026-11')];

  it('grants the month in which it is set at once', () => {
    given(granted(100))
      .when(setAt(30, '2026-11-23T15:00:00.000Z'))
      .thenEvents(set(30, '2026-11'), grantOf(30, '2026-11'));
    expect(balanceAfter(...running)).toEqual([130, 0]);
  });

  it('grants a month once, by the clock of Brasília', () => {
    given(...running)
      .when(grantAt('2026-12-01T02:59:59.999Z'))
      .thenNothing();
    given(...running)
      .when(grantAt('2026-12-01T03:00:00.000Z'))
      .thenEvents(grantOf(30, '2026-12'));
    given(...running, grantOf(30, '2026-12'))
      .when(grantAt('2026-12-31T12:00:00.000Z'))
      .thenNothing();
  });

  it('grants each month of a downtime, the earliest first', () => {
    given(...running)
      .when(grantAt('2027-01-15T12:00:00.000Z'))
      .thenEvents(grantOf(30, '2026-12'));
    given(...running, grantOf(30, '2026-12'))
      .when(grantAt('2027-01-15T12:00:00.000Z'))
      .thenEvents(grantOf(30, '2027-01'));
  });

  it('takes another amount from the first month that has no grant, and owes the months before', () => {
    given(...running)
      .when(setAt(50, '2026-11-24T15:00:00.000Z'))
      .thenEvents(set(50, '2026-12'));
    given(...running)
      .when(setAt(50, '2027-01-02T15:00:00.000Z'))
      .thenEvents(grantOf(30, '2026-12'), set(50, '2027-01'), grantOf(50, '2027-01'));
  });

  it('ends with 0, and doubles no month when it is set again', () => {
    const ended = [...running, set(0, '2026-12')];
    given(...running)
      .when(setAt(0, '2026-11-24T15:00:00.000Z'))
      .thenEvents(set(0, '2026-12'));
    given(...ended)
      .when(grantAt('2027-01-15T12:00:00.000Z'))
      .thenNothing();
    given(...ended)
      .when(setAt(20, '2026-11-25T15:00:00.000Z'))
      .thenEvents(set(20, '2026-12'));
    given(...ended)
      .when(setAt(20, '2027-01-25T15:00:00.000Z'))
      .thenEvents(set(20, '2027-01'), grantOf(20, '2027-01'));
  });

  it('does nothing when it is set to its present value', () => {
    given(...running)
      .when(setAt(30, '2026-11-24T15:00:00.000Z'))
      .thenNothing();
    given().when(setAt(0, '2026-11-24T15:00:00.000Z')).thenNothing();
  });
});

describe('reserving', () => {
  it('takes the balance to the last credit', () => {
    given(granted(2)).when(reserve(2)).thenEvents(reserved(2));
    expect(balanceAfter(granted(2), reserved(2))).toEqual([0, 2]);
  });

  it('refuses more than there is', () => {
    given().when(reserve(1)).thenRejected('INSUFFICIENT_CREDITS');
    given(granted(2)).when(reserve(3)).thenRejected('INSUFFICIENT_CREDITS');
    given(granted(2), reserved(2))
      .when({ ...reserve(1), processId: otherDocumentId })
      .thenRejected('INSUFFICIENT_CREDITS');
  });

  it('does nothing when it is repeated, even without credits left', () => {
    given(granted(2), reserved(2)).when(reserve(2)).thenNothing();
  });
});

describe('consuming', () => {
  it('uses up a credit of the reservation', () => {
    given(granted(2), reserved(2)).when(consume()).thenEvents(consumed());
    expect(balanceAfter(granted(2), reserved(2), consumed())).toEqual([0, 1]);
  });

  it('does nothing when it is repeated', () => {
    given(granted(2), reserved(2), consumed()).when(consume()).thenNothing();
  });

  it('refuses more than was reserved', () => {
    given().when(consume()).thenRejected('CONSUMING_ABOVE_RESERVED');
    given(granted(2)).when(consume()).thenRejected('CONSUMING_ABOVE_RESERVED');
    given(granted(2), reserved(1), consumed())
      .when(consume(otherDocumentId))
      .thenRejected('CONSUMING_ABOVE_RESERVED');
  });

  it('refuses a credit that went back', () => {
    given(granted(2), reserved(2), refunded()).when(consume()).thenRejected('CONSUMING_ABOVE_RESERVED');
    given(granted(2), reserved(2), refundedWhole(2)).when(consume()).thenRejected('CONSUMING_ABOVE_RESERVED');
  });
});

describe('refunding', () => {
  it('gives a document’s credit back', () => {
    given(granted(2), reserved(2)).when(refund()).thenEvents(refunded());
    expect(balanceAfter(granted(2), reserved(2), refunded())).toEqual([1, 1]);
  });

  it('gives the whole reservation back', () => {
    given(granted(2), reserved(2)).when(refundWhole).thenEvents(refundedWhole(2));
    expect(balanceAfter(granted(2), reserved(2), refundedWhole(2))).toEqual([2, 0]);
  });

  it('does nothing when it is repeated', () => {
    given(granted(2), reserved(2), refunded()).when(refund()).thenNothing();
    given(granted(2), reserved(2), refundedWhole(2)).when(refundWhole).thenNothing();
  });

  it('refuses more than was reserved', () => {
    given(granted(2)).when(refund()).thenRejected('REFUNDING_ABOVE_RESERVED');
    given(granted(2)).when(refundWhole).thenRejected('REFUNDING_ABOVE_RESERVED');
    given(granted(2), reserved(1), refunded())
      .when(refund(otherDocumentId))
      .thenRejected('REFUNDING_ABOVE_RESERVED');
    given(granted(2), reserved(2), refundedWhole(2)).when(refund()).thenRejected('REFUNDING_ABOVE_RESERVED');
  });

  it('refuses a credit that was consumed', () => {
    given(granted(2), reserved(2), consumed()).when(refund()).thenRejected('REFUNDING_ABOVE_RESERVED');
    given(granted(2), reserved(2), consumed()).when(refundWhole).thenRejected('REFUNDING_ABOVE_RESERVED');
  });
});

it('folds many reservations in time that grows with their number', () => {
  const many = Array.from({ length: 20_000 }, (_, index): CreditEvent => ({
    type: 'CreditsReserved',
    data: { tenantId, processId: derivedId('test', index), amount: 1 },
  }));
  const began = process.cpuUsage();
  expect(balanceAfter(granted(20_000), ...many)).toEqual([0, 20_000]);
  // Copying every reservation at each event would take more than that.
  expect(process.cpuUsage(began).user).toBeLessThan(5_000_000);
});
