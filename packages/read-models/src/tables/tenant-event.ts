import type { EventType, HistoryKind } from '@lacre/contracts';

import { bigInteger, instant, nullable, oneOf, position, text, uuid } from '../column.ts';
import { wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

/**
 * Where the facts of each tenant's history stand in the log, numbered from 1 in its order, with when they happened and
 * the ids that they are filtered by. What they say is read from the log, so that no personal data stands here.
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
    kind: oneOf<HistoryKind>(),
    type: oneOf<EventType>(),
    /** The user or person who acted. */
    actor_id: nullable(uuid()),
    /** Whom or what it changed, besides a process. */
    subject_id: nullable(uuid()),
    process_id: nullable(uuid()),
  },
  {
    key: ['tenant_id', 'number'],
    appendOnly: true,
    reach: wholeTenant,
    indexes: [
      '(tenant_id, at desc, number desc)',
      '(tenant_id, type, at desc, number desc)',
      '(tenant_id, actor_id, kind, at desc, number desc) where actor_id is not null',
      '(tenant_id, subject_id, kind, at desc, number desc) where subject_id is not null',
      '(tenant_id, process_id, at desc, number desc) where process_id is not null',
    ],
  },
);

/** The number of each tenant's last entry. */
export const tenantEventHead = table(
  'tenant_event_head',
  { tenant_id: uuid(), number: bigInteger() },
  { key: ['tenant_id'], reach: wholeTenant },
);
