import type { SecurityKind } from '@lacre/contracts';

import {
  bigInteger,
  instant,
  integer,
  nullable,
  oneOf,
  text,
  textArray,
  unboundedInstant,
  uuid,
} from '../column.ts';
import { table } from '../table.ts';

/** Tables that one service writes beside the log and the query service reads, named with their schema. */

/** When API tokens were last used, to the minute. */
export const tokenUse = table(
  'command.token_use',
  { token_id: uuid(), tenant_id: uuid(), last_used_at: instant() },
  { key: ['token_id'] },
);

/** When totems were last heard of, to the minute. */
export const totemUse = table(
  'command.totem_use',
  { totem_id: uuid(), tenant_id: uuid(), last_seen_at: instant() },
  { key: ['totem_id'] },
);

/** Why a job of the signer fails while it is retried; gone once it succeeds. */
export const jobProblem = table(
  'signer.job_problem',
  {
    kind: text(),
    key: text(),
    tenant_id: nullable(uuid()),
    attempts: integer(),
    problem: text(),
    updated_at: instant(),
  },
  { key: ['kind', 'key'] },
);

/** How far a download is while it is being prepared; gone once it is. */
export const downloadProgress = table(
  'signer.download_progress',
  { download_id: uuid(), tenant_id: uuid(), percent: integer(), updated_at: instant() },
  { key: ['download_id'] },
);

/** The security log of a tenant, written by every service. */
export const securityEntry = table(
  'security.entry',
  {
    id: bigInteger(),
    tenant_id: uuid(),
    at: instant(),
    kind: oneOf<SecurityKind>(),
    operation: nullable(text()),
    status: integer(),
    code: nullable(text()),
    caller_kind: nullable(oneOf<'user' | 'person'>()),
    caller_id: nullable(uuid()),
    token_id: nullable(uuid()),
    source: text(),
    times: integer(),
  },
  { key: ['id'] },
);

export const webhookEndpoint = table(
  'webhook.endpoint',
  {
    webhook_id: uuid(),
    tenant_id: uuid(),
    url: text(),
    description: text(),
    event_types: textArray(),
    status: oneOf<'active' | 'paused' | 'disabled'>(),
    secret_id: uuid(),
    previous_secret_id: nullable(uuid()),
    previous_until: nullable(instant()),
    created_at: instant(),
    failing_since: nullable(instant()),
    failures: integer(),
    next_attempt_at: unboundedInstant(),
  },
  { key: ['webhook_id'] },
);

export const webhookDelivery = table(
  'webhook.delivery',
  {
    webhook_id: uuid(),
    event_id: uuid(),
    tenant_id: uuid(),
    event_type: text(),
    stream: text(),
    revision: bigInteger(),
    occurred_at: instant(),
    number: bigInteger(),
    status: oneOf<'pending' | 'delivered' | 'dead'>(),
    attempts: integer(),
    /** `-infinity` before the first attempt: at once. */
    next_attempt_at: unboundedInstant(),
    first_attempt_at: nullable(instant()),
    last_attempt_at: nullable(instant()),
    last_status: nullable(integer()),
    last_problem: nullable(text()),
    delivered_at: nullable(instant()),
  },
  { key: ['webhook_id', 'event_id'] },
);
