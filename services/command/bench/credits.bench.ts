/**
 * The first process that an account creates after a start, by how many it has had: the events that its credits take to
 * be read, the milliseconds until they are reserved, and the memory that is held then. With snapshots as the service has
 * them, and beside it folded from the first event, as it was: `node credits.bench.ts [--quick] [--json]`, with `--long`
 * up to a million processes. The log is written by SQL.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { streams } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { createPool, startEmbeddedPostgres } from '@lacre/postgres';

import { CreditSnapshots } from '../src/credits/credit-snapshots.ts';
import { credits } from '../src/credits/decide-credits.ts';
import { migrateCommand } from '../src/database/migrations.ts';
import { createCommandHandler } from '../src/decider/store-command-handler.ts';
import { snapshotsOf } from '../src/decider/stream-states.ts';

const has = (flag: string): boolean => process.argv.includes(flag);
const SIZES = has('--quick')
  ? [1_000, 2_000]
  : [10_000, 50_000, 150_000, ...(has('--long') ? [1_000_000] : [])];
/** Folding from the first event is only shown while it ends. */
const WITHOUT_UP_TO = 150_000;

const folder = mkdtempSync(join(tmpdir(), 'lacre-credits-bench-'));
const server = await startEmbeddedPostgres({ dataDir: folder });
const pool = createPool(server.connectionString('postgres'), { max: 5, applicationName: 'bench' });
const store = await createPostgresEventStore({ pool });
await migrateCommand(pool);
const now = () => new Date();

/** Each process reserved and consumed, in stream order. */
const writeHistory = (tenantId: string, processes: number) =>
  pool.query(
    `insert into event_store.events (stream, revision, event_id, type, data, metadata)
     select $1, n, gen_random_uuid(), type, json_strip_nulls(json_build_object('tenantId', $2::text, 'amount', case type when 'CreditsGranted' then $3::int + 10 else 1 end,
              'reason', case type when 'CreditsGranted' then 'bench' end,
              'processId', case type when 'CreditsGranted' then null else md5(($2::text || (n - 1) / 2))::uuid end,
              'documentId', case type when 'CreditsConsumed' then md5(('d' || $2::text || (n - 1) / 2))::uuid end)),
            json_build_object('occurredAt', '2026-01-02T03:04:05.678Z', 'correlationId', 'bench', 'schemaVersion', 1, 'tenantId', $2::text,
              'actor', json_build_object('kind', 'system', 'name', 'bench'))
       from (select n, case when n = 0 then 'CreditsGranted' when n % 2 = 1 then 'CreditsReserved' else 'CreditsConsumed' end as type
               from generate_series(0, 2 * $3::int) n) each`,
    [streams.credits(tenantId), tenantId, processes],
  );

interface Figure {
  eventsRead: number;
  firstMs: number;
  heldMb: number;
}

/** What a service does that has just begun. */
async function cold(tenantId: string, withSnapshots: boolean): Promise<Figure> {
  let eventsRead = 0;
  const counting: EventStore = {
    append: (...call) => store.append(...call),
    appendInOrder: (appends) => store.appendInOrder(appends),
    readStream: async function* (...call) {
      for await (const event of store.readStream(...call)) {
        eventsRead++;
        yield event;
      }
    },
    readAll: (options) => store.readAll(options),
    subscribe: (options) => store.subscribe(options),
    head: () => store.head(),
    hasEventsAfter: (...call) => store.hasEventsAfter(...call),
    comparePositions: (...pair) => store.comparePositions(...pair),
    shareUpTo: (...pair) => store.shareUpTo(...pair),
    close: () => store.close(),
  };
  const snapshots = withSnapshots ? snapshotsOf(credits, new CreditSnapshots(pool)) : undefined;
  globalThis.gc?.();
  const heldBefore = process.memoryUsage().heapUsed;
  const handler = createCommandHandler({ eventStore: counting, now, snapshots });
  const processId = randomUUID();
  const context = {
    key: processId,
    correlationId: processId,
    tenantId,
    actor: { kind: 'system', name: 'bench' },
  } as const;
  const from = performance.now();
  const handled = await handler.handle(
    credits,
    tenantId,
    { type: 'reserve', tenantId, processId, amount: 1 },
    context,
  );
  const firstMs = Math.round(performance.now() - from);
  if (!handled.ok) throw new Error(handled.code);
  globalThis.gc?.();
  const heldMb = Math.round((process.memoryUsage().heapUsed - heldBefore) / 1e5) / 10;
  // Used after it was measured: it is held until then.
  await handler.load(credits, tenantId);
  return { eventsRead, firstMs, heldMb };
}

const figures: Record<string, unknown>[] = [];
for (const processes of SIZES) {
  const tenantId = randomUUID();
  await writeHistory(tenantId, processes);
  await pool.query('vacuum analyze event_store.events');
  const before = processes <= WITHOUT_UP_TO ? await cold(tenantId, false) : undefined;
  const taking = await cold(tenantId, true);
  const again = await cold(tenantId, true);
  figures.push({ processes, foldedWhole: before, takingSnapshots: taking, fromSnapshot: again });
  if (!has('--json')) console.log(figures.at(-1));
}
if (has('--json')) process.stdout.write(`${JSON.stringify({ load: loadavg()[0], figures })}\n`);
await store.close();
await pool.end();
await server.stop();
rmSync(folder, { recursive: true, force: true });
