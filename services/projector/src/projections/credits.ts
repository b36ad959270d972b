import type { Fact, Projection } from '../engine/projection.ts';
import { wholeTenant } from '../engine/reach.ts';
import {
  bigInteger,
  instant,
  nullable,
  table,
  text,
  uuid,
  type Change,
  type Column,
  type RowOf,
} from '../engine/table.ts';

/** `balance` is what may still be reserved; what is reserved has left it, and comes back when refunded. */
export const credits = table(
  'credits',
  {
    tenant_id: uuid(),
    balance: bigInteger(),
    reserved: bigInteger(),
    consumed: bigInteger(),
    /** How many there have been. */
    movements: bigInteger(),
  },
  { key: ['tenant_id'] },
);

/** Each line of the statement, with what was left after it. */
export const creditMovement = table(
  'credit_movement',
  {
    tenant_id: uuid(),
    number: bigInteger(),
    position: text(),
    at: instant(),
    kind: text() as Column<'granted' | 'reserved' | 'consumed' | 'refunded'>,
    amount: bigInteger(),
    balance: bigInteger(),
    reserved: bigInteger(),
    reason: nullable(text()),
    process_id: nullable(uuid()),
    document_id: nullable(uuid()),
  },
  {
    key: ['tenant_id', 'number'],
    reach: wholeTenant,
    indexes: ['(tenant_id, at desc, number desc)'],
  },
);

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

export const creditsProjection: Projection = {
  name: 'credits',
  version: 3,
  schema: 'read',
  tables: [credits, creditMovement],
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
};
