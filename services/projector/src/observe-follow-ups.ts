import type { EventStore } from '@lacre/event-store';
import { secondsBehindByProjection, type Metrics } from '@lacre/observability';
import type { WorkQueue } from '@lacre/work-queue';
import type { Pool } from 'pg';

/** What shows whether lists are current, and whether what is to be done is done: mails, seals, credits, webhooks. */
export function observeFollowUps(metrics: Metrics, pool: Pool, store: EventStore, queue: WorkQueue): void {
  metrics.add({
    name: 'lacre_read_models_behind_seconds',
    help: 'Age of the oldest event that a projection has not seen; 0 when there is none.',
    labels: ['projection'],
    ask: async () =>
      [...(await secondsBehindByProjection({ store, clock: pool }, pool))].map(([projection, value]) => ({
        labels: { projection },
        value,
      })),
  });
  metrics.add({
    name: 'lacre_open_work',
    help: 'Work that the log asks for and that is not done, by kind; what waits for its day counts once it is due.',
    labels: ['kind'],
    ask: async () => {
      const { rows } = await pool.query<{ kind: string; count: bigint }>(
        `select kind, count(*) as count from projector.open_work where not_before <= now() group by kind`,
      );
      return rows.map(({ kind, count }) => ({ labels: { kind }, value: Number(count) }));
    },
  });
  metrics.add({
    name: 'lacre_open_work_oldest_seconds',
    help: 'How long the oldest work of a kind has been due.',
    labels: ['kind'],
    ask: async () => {
      const { rows } = await pool.query<{ kind: string; seconds: number }>(
        `select kind, extract(epoch from now() - min(greatest(opened_at, not_before)))::float8 as seconds
           from projector.open_work where not_before <= now() group by kind`,
      );
      return rows.map(({ kind, seconds }) => ({ labels: { kind }, value: seconds }));
    },
  });
  metrics.add({
    name: 'lacre_dead_letters',
    help: 'Jobs that the queue gave up on and that were not put back, by queue.',
    labels: ['queue'],
    ask: async () =>
      (await queue.deadLetterCounts()).map(({ queue: name, count }) => ({
        labels: { queue: name },
        value: count,
      })),
  });
  metrics.add({
    name: 'lacre_parked_events',
    help: 'Events that a read model went on without; each wants a look.',
    ask: async () => {
      const { rows } = await pool.query<{ count: bigint }>(
        'select count(*) as count from projector.parked_event',
      );
      return [{ labels: {}, value: Number(rows[0]?.count ?? 0) }];
    },
  });
  metrics.add({
    name: 'lacre_webhook_deliveries_pending',
    help: 'Deliveries to webhooks that were not answered yet.',
    ask: async () => {
      const { rows } = await pool.query<{ count: bigint }>(
        `select count(*) as count from webhook.delivery where status = 'pending'`,
      );
      return [{ labels: {}, value: Number(rows[0]?.count ?? 0) }];
    },
  });
}
