import type { Projection } from '../engine/projection.ts';
import { bigInteger, table, uuid, type RowOf } from '../engine/table.ts';

/** `balance` is what may still be reserved; what is reserved has left it, and comes back when refunded. */
export const credits = table(
  'credits',
  { tenant_id: uuid(), balance: bigInteger(), reserved: bigInteger(), consumed: bigInteger() },
  { key: ['tenant_id'] },
);

type Movement = { balance?: number; reserved?: number; consumed?: number };

const move = (tenantId: string, movement: Movement) =>
  credits.evolve([tenantId], (row): RowOf<typeof credits> => ({
    tenant_id: tenantId,
    balance: (row?.balance ?? 0) + (movement.balance ?? 0),
    reserved: (row?.reserved ?? 0) + (movement.reserved ?? 0),
    consumed: (row?.consumed ?? 0) + (movement.consumed ?? 0),
  }));

export const creditsProjection: Projection = {
  name: 'credits',
  version: 1,
  schema: 'read',
  tables: [credits],
  on: {
    CreditsGranted: ({ data }) => move(data.tenantId, { balance: data.amount }),
    CreditsReserved: ({ data }) => move(data.tenantId, { balance: -data.amount, reserved: data.amount }),
    CreditsConsumed: ({ data }) => move(data.tenantId, { reserved: -data.amount, consumed: data.amount }),
    CreditsRefunded: ({ data }) => move(data.tenantId, { reserved: -data.amount, balance: data.amount }),
  },
};
