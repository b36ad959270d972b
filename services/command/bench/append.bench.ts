/**
 * Deciding and appending on a stream of 10,000 events whose state is cached, beside a new stream:
 * `node append.bench.ts [--quick] [--json]`. Milliseconds. The two take turns, so that both meet the same machine.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { startEmbeddedPostgres } from '@lacre/postgres';

import { credits } from '../src/credits/decide-credits.ts';
import { createCommandHandler } from '../src/decider/store-command-handler.ts';

const isQuick = process.argv.includes('--quick');
const EVENTS = isQuick ? 1_000 : 10_000;
const ROUNDS = isQuick ? 50 : 400;

const folder = mkdtempSync(join(tmpdir(), 'lacre-append-bench-'));
const server = await startEmbeddedPostgres({ dataDir: folder });
const eventStore = await createPostgresEventStore({ connectionString: server.connectionString('postgres') });
const handler = createCommandHandler({ eventStore, now: () => new Date() });
const context = (tenantId: string) => ({
  key: randomUUID(),
  correlationId: 'bench',
  tenantId,
  actor: { kind: 'system', name: 'bench' } as const,
});
const grant = (tenantId: string) =>
  ({ type: 'grant', tenantId, amount: 1_000_000, reason: 'bench' }) as const;
const reserve = (tenantId: string) =>
  ({ type: 'reserve', tenantId, processId: randomUUID(), amount: 1 }) as const;

/** Credits are the longest streams of the product: every process of a tenant is in one. */
const long = randomUUID();
await handler.handle(credits, long, grant(long), context(long));
for (let event = 1; event < EVENTS; event++)
  await handler.handle(credits, long, reserve(long), context(long));

async function timed(tenantId: string): Promise<number> {
  const from = performance.now();
  const handled = await handler.handle(credits, tenantId, reserve(tenantId), context(tenantId));
  if (!handled.ok) throw new Error(handled.code);
  return performance.now() - from;
}

const [onLong, onNew]: [number[], number[]] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  const fresh = randomUUID();
  await handler.handle(credits, fresh, grant(fresh), context(fresh));
  onNew.push(await timed(fresh));
  onLong.push(await timed(long));
}
const quantile = (times: readonly number[], q: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * q)] ?? 0;
const round2 = (value: number): number => Math.round(value * 100) / 100;
const figures = {
  events: EVENTS,
  load: round2(loadavg()[0] ?? 0),
  newP50Ms: round2(quantile(onNew, 0.5)),
  newP95Ms: round2(quantile(onNew, 0.95)),
  longP50Ms: round2(quantile(onLong, 0.5)),
  longP95Ms: round2(quantile(onLong, 0.95)),
  /** To stay below 2. */
  ratioOfMedians: round2(quantile(onLong, 0.5) / quantile(onNew, 0.5)),
};
if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(figures)}\n`);
else console.log(figures);
await eventStore.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });
