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
  }: { invitation?: 'sent' | 'waiting-turn'; turn?: boolean; expired?: boolean } = {},
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
])('is told as "%s" over all documents', (label, statuses) => {
  expect(stateOf(statuses).word.label).toBe(label);
});

test('who is asked later waits for their turn', () => {
  expect(stateOf(['pending'], { invitation: 'waiting-turn', turn: false }).word.label).toBe('Aguarda a vez');
});

test('what the deadline closed is no refusal', () => {
  const state = stateOf(['rejected', 'rejected'], { expired: true });
  expect([state.word.label, state.acted]).toEqual(['Prazo encerrado', false]);
});

test('who has signed something cannot be replaced any more', () => {
  expect(stateOf(['signed', 'pending']).acted).toBe(true);
  expect(stateOf(['pending', 'pending']).acted).toBe(false);
});
