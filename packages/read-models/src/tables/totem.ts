import { instant, nullable, text, uuid } from '../column.ts';
import { wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

export const totem = table(
  'totem',
  {
    totem_id: uuid(),
    tenant_id: uuid(),
    /** Whose session it is. */
    user_id: uuid(),
    name: text(),
    registered_at: instant(),
    revoked_at: nullable(instant()),
  },
  {
    key: ['totem_id'],
    reach: wholeTenant,
    indexes: ['(tenant_id, registered_at desc, totem_id)', '(user_id)'],
  },
);
