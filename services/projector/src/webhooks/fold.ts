import { feedEventOf, isSentByWebhooks, publicEventOf } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import { prepared } from '@lacre/postgres';
import type { ClientBase, Pool } from 'pg';

/** Brings endpoints and deliveries up to date with events, in their order. In the caller's transaction. */
export async function foldWebhooks(client: ClientBase, events: readonly LoggedEvent[]): Promise<void> {
  let facts: OfTenant[] = [];
  const arriving = await arrivingTenants(client);
  for (const event of events) {
    if (arriving.has(event.metadata.tenantId)) {
      await endArrival(client, arriving, event);
      continue;
    }
    // What happens to an endpoint counts for what comes after, so what came before goes first.
    if (event.stream.startsWith('webhook-')) {
      await openDeliveries(client, facts);
      facts = [];
      await foldEndpoint(client, event);
    }
    if (isSent(event)) facts.push(event);
  }
  await openDeliveries(client, facts);
}

/**
 * Tenants whose past was copied here from another installation, which sent it, each with the move that brings it:
 * endpoints and deliveries came as rows. What follows the beginning of the move is folded: what the rows have of it
 * stays as it is.
 */
async function arrivingTenants(client: ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ tenant_id: string; move_id: string }>(
    'select tenant_id, move_id from webhook.arriving',
  );
  return new Map(rows.map(({ tenant_id: tenantId, move_id: moveId }) => [tenantId, moveId]));
}

async function endArrival(
  client: ClientBase,
  arriving: Map<string, string>,
  { type, data }: LoggedEvent,
): Promise<void> {
  if (type !== 'TenantMoveBegan' || arriving.get(data.tenantId) !== data.moveId) return;
  arriving.delete(data.tenantId);
  await client.query('delete from webhook.arriving where tenant_id = $1', [data.tenantId]);
}

type OfTenant = LoggedEvent & { data: { tenantId: string } };

/** Whether webhooks deliver it: only facts of tenants. */
export function isSent(event: LoggedEvent): event is OfTenant {
  const definition = publicEventOf(event.type);
  return definition !== undefined && isSentByWebhooks(definition);
}

async function openDeliveries(client: ClientBase, events: readonly OfTenant[]): Promise<void> {
  if (events.length > 0) await client.query(prepared(OPEN_DELIVERIES, columnsOf(events)));
}

/** Of tenants that have arrived. */
const OPEN_DELIVERIES = `
  insert into webhook.delivery (webhook_id, event_id, tenant_id, event_type, stream, revision, occurred_at)
  select e.webhook_id, f.id, f.tenant, f.type, f.stream, f.revision, f.moment
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::timestamptz[])
      with ordinality as f (id, tenant, type, stream, revision, moment, place)
    join webhook.endpoint e on e.tenant_id = f.tenant and e.status <> 'disabled'
     and (e.event_types = '{}' or f.type = any (e.event_types))
   where not exists (select from webhook.arriving a where a.tenant_id = f.tenant)
   order by f.place
  on conflict do nothing`;

function columnsOf(events: readonly OfTenant[]): unknown[] {
  return [
    events.map(({ id }) => id),
    events.map(({ data }) => data.tenantId),
    events.map((event) => feedEventOf(event)?.type ?? ''),
    events.map(({ stream }) => stream),
    events.map(({ revision }) => String(revision)),
    events.map(({ metadata }) => metadata.occurredAt),
  ];
}

/** Whether the events open deliveries and do nothing else: no endpoint changes, and no tenant arrives. */
export const openDeliveriesAlone = (events: readonly LoggedEvent[]): events is readonly OfTenant[] =>
  events.every(
    (event) => isSent(event) && event.type !== 'TenantMoveBegan' && !event.stream.startsWith('webhook-'),
  );

/** Opens the deliveries of such events and moves the checkpoint, in one statement. */
export async function openDeliveriesUpTo(
  pool: Pool,
  events: readonly OfTenant[],
  position: Position,
): Promise<void> {
  const text = `with moved as (update webhook.checkpoint set position = $7) ${OPEN_DELIVERIES}`;
  await pool.query(prepared(text, [...columnsOf(events), position]));
}

const SET_STATUS = 'update webhook.endpoint set status = $2 where webhook_id = $1';

async function foldEndpoint(client: ClientBase, { type, data, metadata }: LoggedEvent): Promise<void> {
  switch (type) {
    case 'WebhookCreated': {
      const { webhookId, tenantId, url, description, eventTypes, secretId } = data;
      await client.query(
        `insert into webhook.endpoint (webhook_id, tenant_id, url, description, event_types, secret_id, created_at, status)
         values ($1, $2, $3, $4, $5, $6, $7, 'active') on conflict do nothing`,
        [webhookId, tenantId, url, description, eventTypes, secretId, metadata.occurredAt],
      );
      break;
    }
    case 'WebhookEdited': {
      const edit =
        'update webhook.endpoint set url = $2, description = $3, event_types = $4 where webhook_id = $1';
      await client.query(edit, [data.webhookId, data.url, data.description, data.eventTypes]);
      break;
    }
    case 'WebhookPaused':
      await client.query(SET_STATUS, [data.webhookId, 'paused']);
      break;
    case 'WebhookDisabled':
      await client.query(SET_STATUS, [data.webhookId, 'disabled']);
      break;
    case 'WebhookResumed':
      await client.query(
        `update webhook.endpoint set status = 'active', failing_since = null, failures = 0, next_attempt_at = '-infinity'
          where webhook_id = $1`,
        [data.webhookId],
      );
      break;
    case 'WebhookSecretRotated':
      await client.query(
        'update webhook.endpoint set secret_id = $2, previous_secret_id = $3, previous_until = $4 where webhook_id = $1',
        [data.webhookId, data.secretId, data.previousSecretId, data.previousUntil],
      );
      break;
    case 'WebhookReplayRequested':
      await client.query(
        `update webhook.delivery set status = 'pending', next_attempt_at = '-infinity', first_attempt_at = null, attempts = 0
          where webhook_id = $1 and event_id = $2`,
        [data.webhookId, data.eventId],
      );
      break;
    case 'WebhookRemoved':
      await client.query('delete from webhook.endpoint where webhook_id = $1', [data.webhookId]);
      break;
  }
}
