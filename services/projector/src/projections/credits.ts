import { credits, creditMovement, type Change, type RowOf } from '@lacre/read-models';

import { readModel, type Fact } from '../engine/projection.ts';

interface Movement {
  kind: RowOf<typeof creditMovement>['kind'];
  balance?: number;
  reserved?: number;
  consumed?: number;
  reason?: string;
  processId?: string;
  documentId?: string | undefined;
}

const move = (
  { data, at, position }: Fact<'CreditsGranted' | 'CreditsReserved' | 'CreditsConsumed' | 'CreditsRefunded'>,
  movement: Movement,
): Change[] => [
  credits.evolve([data.tenantId], (row): RowOf<typeof credits> => ({
    tenant_id: data.tenantId,
    balance: (row?.balance ?? 0) + (movement.balance ?? 0),
    reserved: (row?.reserved ?? 0) + (movement.reserved ?? 0),
    consumed: (row?.consumed ?? 0) + (movement.consumed ?? 0),
    movements: (row?.movements ?? 0) + 1,
  })),
  credits.derive([data.tenantId], (row) => [
    creditMovement.put({
      tenant_id: data.tenantId,
      number: row?.movements ?? 1,
      position,
      at,
      kind: movement.kind,
      amount: data.amount,
      balance: row?.balance ?? 0,
      reserved: row?.reserved ?? 0,
      reason: movement.reason ?? null,
      process_id: movement.processId ?? null,
      document_id: movement.documentId ?? null,
    }),
  ]),
];

export const creditsProjection = readModel('credits', {
  version: 5,
  on: {
    CreditsGranted: (fact) => {
      const { amount, reason } = fact.data;
      return move(fact, { kind: 'granted', balance: amount, reason });
    },
    CreditsReserved: (fact) => {
      const { amount, processId } = fact.data;
      return move(fact, { kind: 'reserved', balance: -amount, reserved: amount, processId });
    },
    CreditsConsumed: (fact) => {
      const { amount, processId, documentId } = fact.data;
      return move(fact, { kind: 'consumed', reserved: -amount, consumed: amount, processId, documentId });
    },
    CreditsRefunded: (fact) => {
      const { amount, processId, documentId } = fact.data;
      return move(fact, { kind: 'refunded', reserved: -amount, balance: amount, processId, documentId });
    },
  },
});
