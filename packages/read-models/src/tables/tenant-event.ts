import { bigInteger, instant, position, text, uuid } from '../column.ts';
import { wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

/**
 * Where the facts of each tenant's history stand in the log, numbered from 1 in its order, with when they happened.
 * What they say is read from the log, so that no personal data stands here.
 */
export const tenantEvent = table(
  'tenant_event',
  {
    tenant_id: uuid(),
    number: bigInteger(),
    position: position(),
    stream: text(),
    revision: bigInteger(),
    at: instant(),
  },
  {
    key: ['tenant_id', 'number'],
    appendOnly: true,
    reach: wholeTenant,
    indexes: ['(tenant_id, at desc, number desc)'],
  },
);

/** The number of each tenant's last entry. */
export const tenantEventHead = table(
  'tenant_event_head',
  { tenant_id: uuid(), number: bigInteger() },
  { key: ['tenant_id'], reach: wholeTenant },
);
