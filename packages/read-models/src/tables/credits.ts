import { bigInteger, instant, nullable, oneOf, position, text, uuid } from '../column.ts';
import { wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

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
    position: position(),
    at: instant(),
    kind: oneOf<'granted' | 'reserved' | 'consumed' | 'refunded'>(),
    amount: bigInteger(),
    balance: bigInteger(),
    reserved: bigInteger(),
    reason: nullable(text()),
    process_id: nullable(uuid()),
    document_id: nullable(uuid()),
  },
  {
    key: ['tenant_id', 'number'],
    appendOnly: true,
    reach: wholeTenant,
    indexes: [
      '(tenant_id, at desc, number desc)',
      '(tenant_id, kind, at desc, number desc)',
      '(tenant_id, process_id, at desc, number desc) where process_id is not null',
    ],
  },
);
