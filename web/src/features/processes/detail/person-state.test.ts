import { expect, test } from 'vitest';

import type { ProcessDetail, ProcessSignature } from '@/entities/process/queries.ts';

import { personState } from './person-state.ts';

type Status = ProcessSignature['status'];

const stateOf = (
  statuses: readonly Status[],
  {
    invitation = 'sent',
    turn = statuses.includes('pending'),
    expired = false,
    opened = 0,
    read = 0,
  }: {
    invitation?: 'sent' | 'waiting-turn';
    turn?: boolean;
    expired?: boolean;
    /** How many documents were opened, and read. */
    opened?: number;
    read?: number;
  } = {},
) =>
  personState(
    {
      waitingFor: turn ? [{ personId: 'ana', name: 'Ana' }] : [],
      documents: statuses.map((_, index) => ({ documentId: String(index), status: 'pending' })),
      signatures: statuses.map((status, index) => ({
        documentId: String(index),
        personId: 'ana',
        status,
        expired,
        openedAt: index < opened ? '2026-11-20T12:00:00Z' : null,
        readAt: index < read ? '2026-11-20T12:05:00Z' : null,
      })),
    } as unknown as ProcessDetail,
    { personId: 'ana', invitation },
  );

test.each<[string, readonly Status[]]>([
  ['Pendente', ['pending', 'pending']],
  ['Assinou 1 de 3', ['signed', 'pending', 'pending']],
  ['Assinou', ['signed', 'signed']],
  ['Assinou', ['signed', 'canceled']],
  ['Recusou', ['signed', 'rejected']],
  ['Dispensada', ['canceled']],
])('is shown as "%s" over all documents', (label, statuses) => {
  expect(stateOf(statuses).word.label).toBe(label);
});

test('opened and read are states of their own', () => {
  const before = stateOf(['pending', 'pending'], { opened: 2, read: 1 });
  expect([before.word.label, before.seen]).toEqual(['Abriu', { how: 'opened', at: '2026-11-20T12:00:00Z' }]);
  const after = stateOf(['pending', 'pending'], { opened: 2, read: 2 });
  expect([after.word.label, after.seen]).toEqual(['Leu', { how: 'read', at: '2026-11-20T12:05:00Z' }]);
});

test('a participant of a later group waits for their turn', () => {
  expect(stateOf(['pending'], { invitation: 'waiting-turn', turn: false }).word.label).toBe('Aguarda a vez');
});

test('a signature closed by the deadline is no refusal', () => {
  const state = stateOf(['rejected', 'rejected'], { expired: true });
  expect([state.word.label, state.acted]).toEqual(['Prazo encerrado', false]);
});

test('a participant who has signed a document cannot be replaced any more', () => {
  expect(stateOf(['signed', 'pending']).acted).toBe(true);
  expect(stateOf(['pending', 'pending']).acted).toBe(false);
});
