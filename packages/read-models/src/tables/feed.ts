import type { FeedReach } from '@lacre/contracts';

import { bigInteger, nullable, oneOf, position, text, uuid } from '../column.ts';
import { ofCompany, ofUser, wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

/** A reader sees what its reach allows, and only their own downloads. */
const reach = `case reach
  when 'members' then true
  when 'company' then (${ofCompany()})
  when 'requester' then (${ofUser('requester_id')})
  else ${wholeTenant} end`;

/**
 * Where each tenant's public facts stand in the log, numbered from 1 in its order: what a request reads of the log is
 * found by this, however much of it is of other tenants. It holds no fact itself.
 */
export const feedEntry = table(
  'feed_entry',
  {
    tenant_id: uuid(),
    number: bigInteger(),
    position: position(),
    stream: text(),
    revision: bigInteger(),
    reach: oneOf<FeedReach>(),
    company_id: nullable(uuid()),
    requester_id: nullable(uuid()),
  },
  { key: ['tenant_id', 'number'], appendOnly: true, reach, indexes: ['(tenant_id, position)'] },
);

/** Each tenant's last entry. Where it stands is no secret to readers of the feed, and no fact. */
export const feedHead = table(
  'feed_head',
  { tenant_id: uuid(), number: bigInteger(), position: position() },
  { key: ['tenant_id'] },
);

/**
 * Where entries 1, 1,001, 2,001 … stand, one for each `FEED_SCAN` of them, known to every reader: a reader who sees
 * none of a thousand entries goes on after them all the same, and no request has to look through more.
 */
export const feedMark = table(
  'feed_mark',
  { tenant_id: uuid(), number: bigInteger(), position: position() },
  { key: ['tenant_id', 'number'] },
);

/** Whose process it is: what happens to it later does not repeat that. */
export const feedProcess = table(
  'feed_process',
  { process_id: uuid(), tenant_id: uuid(), company_id: uuid() },
  { key: ['process_id'], reach: ofCompany() },
);
