import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { createDomainLog } from '@lacre/domain-log';
import { appendToEnd } from '@lacre/event-store/testing';
import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startProjections, type Running } from '../start-projector.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { granted, grantMany, poison, tallyProjection } from '../testing/tally.ts';
import { until } from '../testing/until.ts';
import { applyBatch } from './apply-batch.ts';
import { rebuild } from './build-target.ts';
import { CheckpointMoved, createTarget, makeLive } from './checkpoints.ts';
import { compareWithRebuild } from './compare-with-rebuild.ts';
import { listParked } from './parked-events.ts';
import { retryParked } from './retry-parked.ts';
import { inTransaction } from './transaction.ts';

describe.each(['postgres', 'memory'] as const)('projections of the %s event store', (kind) => {
  let stage: ProjectorStage;
  const started: Running[] = [];
  beforeEach(async () => {
    stage = await projectorStage(kind);
  });
  afterEach(async () => {
    poison.reason = undefined;
    for (const running of started.splice(0)) await running.stop();
    await stage.close();
  });

  const totals = async () => {
    const rows = await stage.rows<{ tenant_id: string; total: bigint }>(
      'select tenant_id, total from read.tally',
    );
    return new Map(rows.map((row) => [row.tenant_id, Number(row.total)]));
  };
  const start = async (projection = tallyProjection()) => {
    const running = await startProjections(stage, { projections: [projection] });
    started.push(running);
    return running;
  };
  const caughtUp = async () => {
    const head = await stage.eventStore.head();
    await until(async () => {
      const [row] = await stage.rows<{ position: string }>(
        `select position from read.projection_position where projection = 'tally'`,
      );
      return row?.position === head;
    });
  };

  const checkpoints = () =>
    stage.rows<{ target: string; state: string }>(
      'select target, state from projector.checkpoint order by target',
    );
  /** Targets with their states, once what was replaced is gone. */
  const targets = async () => {
    await until(async () => (await checkpoints()).every(({ state }) => state !== 'retired'));
    return (await checkpoints()).map(({ target, state }) => `${target} ${state}`);
  };

  it('folds history, then new events', async () => {
    const expected = await grantMany(stage.eventStore, 3, 4);
    const running = await start();
    await running.caughtUp;
    expect(await totals()).toEqual(expected);
    const [tenantId = '', before = 0] = [...expected][0] ?? [];
    await appendToEnd(stage.eventStore, `credits-${tenantId}`, [granted(tenantId, 9, 'more')]);
    await caughtUp();
    expect((await totals()).get(tenantId)).toBe(before + 9);
    await running.stop();
  });

  it('resumes after a stop, folding nothing twice', async () => {
    await grantMany(stage.eventStore, 2, 3);
    const first = await start();
    await first.caughtUp;
    await first.stop();
    const more = await grantMany(stage.eventStore, 2, 3);
    const second = await start();
    await second.caughtUp;
    const all = await totals();
    expect(all.size).toBe(4);
    for (const [tenantId, total] of more) expect(all.get(tenantId)).toBe(total);
    expect(await compareWithRebuild(stage, [tallyProjection()])).toEqual([]);
    await second.stop();
  });

  it('skips unknown types, and those that no projection asks for', async () => {
    const unknown = { ...granted(randomUUID(), 1, 'x'), type: 'SomethingOfTomorrow' };
    await stage.bareStore.append('tomorrow-1', [unknown], { expected: 'noStream' });
    const running = await start();
    await running.caughtUp;
    await caughtUp();
    expect(await totals()).toEqual(new Map());
    await running.stop();
  });

  it('parks a poison event and later ones of its stream, and nothing else', async () => {
    const [bad, good] = [randomUUID(), randomUUID()];
    poison.reason = 'poison';
    const append = (tenantId: string, reason: string) =>
      appendToEnd(stage.eventStore, `credits-${tenantId}`, [granted(tenantId, 1, reason)]);
    for (const reason of ['a', 'poison', 'b'])
      for (const tenantId of [bad, good]) {
        await append(tenantId, tenantId === good ? 'fine' : reason);
      }
    const running = await start();
    await running.caughtUp;
    await append(bad, 'c');
    await append(good, 'fine');
    await caughtUp();
    expect(await totals()).toEqual(
      new Map([
        [bad, 1],
        [good, 4],
      ]),
    );
    const parked = await listParked(stage.pool);
    expect(parked.map(({ stream, revision }) => [stream, revision])).toEqual(
      [1n, 2n, 3n].map((revision) => [`credits-${bad}`, revision]),
    );
    expect(parked[0]?.error).toContain('cannot take this grant');
    await running.stop();
  });

  it('folds parked events in their order once they can be taken, while it runs', async () => {
    const tenantId = randomUUID();
    poison.reason = 'poison';
    for (const reason of ['a', 'poison', 'b'])
      await appendToEnd(stage.eventStore, `credits-${tenantId}`, [granted(tenantId, 1, reason)]);
    const running = await start();
    await running.caughtUp;
    await expect(retryParked(stage, tallyProjection(), `credits-${tenantId}`)).rejects.toThrow('cannot take');
    expect(await listParked(stage.pool)).toHaveLength(2);
    poison.reason = undefined;
    expect(await retryParked(stage, tallyProjection(), `credits-${tenantId}`)).toBe(2);
    await appendToEnd(stage.eventStore, `credits-${tenantId}`, [granted(tenantId, 1, 'c')]);
    await caughtUp();
    expect(await stage.rows('select reasons from read.tally')).toEqual([{ reasons: 'a;poison;b;c;' }]);
    expect(await listParked(stage.pool)).toEqual([]);
    await running.stop();
  });

  it('builds a new version beside the old one and swaps, while events come in', async () => {
    await grantMany(stage.eventStore, 3, 30);
    const old = await start();
    await old.caughtUp;
    await old.stop();
    const coming = grantMany(stage.eventStore, 3, 60);
    const running = await start(tallyProjection(2, 10));
    const expected = await coming;
    await caughtUp();
    await until(async () => (await totals()).size === 6);
    await caughtUp();
    const now = await totals();
    for (const [tenantId, total] of expected) expect(now.get(tenantId)).toBe(total * 10);
    expect(await targets()).toEqual(['tally@2.1 live']);
    expect(await stage.rows(`select from pg_tables where tablename = 'tally_v1'`)).toEqual([]);
    await running.stop();
  });

  it('rebuilds the same version under a running projector, which then uses the new one', async () => {
    const expected = await grantMany(stage.eventStore, 3, 20);
    const running = await start();
    await running.caughtUp;
    const coming = grantMany(stage.eventStore, 3, 40);
    const seen: number[] = [];
    const watching = new AbortController();
    const watch = (async () => {
      while (!watching.signal.aborted) {
        const [row] = await stage.rows<{ grants: string }>(
          'select coalesce(sum(grants), 0) as grants from read.tally',
        );
        seen.push(Number(row?.grants));
      }
    })();
    expect(await rebuild(stage, tallyProjection())).toBe(true);
    for (const [tenantId, total] of await coming) expected.set(tenantId, total);
    await caughtUp();
    watching.abort();
    await watch;
    expect(await totals()).toEqual(expected);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(await targets()).toEqual(['tally@1.2 live']);
    expect(await compareWithRebuild(stage, [tallyProjection()])).toEqual([]);
    await running.stop();
  });

  it('finds a planted difference from the log', async () => {
    const expected = await grantMany(stage.eventStore, 3, 2);
    const running = await start();
    await running.caughtUp;
    const [wrong, gone] = [...expected.keys()];
    const made = randomUUID();
    await stage.pool.query('update read.tally set total = 999 where tenant_id = $1', [wrong]);
    await stage.pool.query('delete from read.tally where tenant_id = $1', [gone]);
    await stage.pool.query(`insert into read.tally values ($1, 1, 1, '')`, [made]);
    const differences = await compareWithRebuild(stage, [tallyProjection()]);
    const byKey = new Map(differences.map((one) => [one.key['tenant_id'], one]));
    expect(new Set(byKey.keys())).toEqual(new Set([wrong, gone, made]));
    expect(byKey.get(wrong)).toMatchObject({
      live: { total: 999 },
      rebuilt: { total: expected.get(wrong ?? '') },
    });
    expect(byKey.get(gone)).toMatchObject({ live: null, rebuilt: { tenant_id: gone } });
    expect(byKey.get(made)).toMatchObject({ live: { tenant_id: made }, rebuilt: null });
    expect(await stage.rows(`select from projector.checkpoint where state = 'scratch'`)).toEqual([]);
    await running.stop();
  });

  it('compares a read model that is behind the log at its own place', async () => {
    await grantMany(stage.eventStore, 2, 3);
    const running = await start();
    await running.caughtUp;
    await running.stop();
    await grantMany(stage.eventStore, 2, 3);
    expect(await compareWithRebuild(stage, [tallyProjection()])).toEqual([]);
  });

  it('leaves replaced tables that a transaction still reads, and drops them later', async () => {
    const expected = await grantMany(stage.eventStore, 2, 3);
    const running = await start();
    await running.caughtUp;
    const reader = await stage.pool.connect();
    await reader.query('begin');
    await reader.query('select from read.tally_v1');
    await running.stop();
    await rebuild(stage, tallyProjection());
    expect(await totals()).toEqual(expected);
    expect(await checkpoints()).toEqual([
      { target: 'tally@1.1', state: 'retired' },
      { target: 'tally@1.2', state: 'live' },
    ]);
    await reader.query('rollback');
    reader.release();
    await start();
    expect(await targets()).toEqual(['tally@1.2 live']);
    expect(await stage.rows(`select from pg_tables where tablename = 'tally_v1'`)).toEqual([]);
  });

  it('stands in line behind another instance, and takes over from it', async () => {
    const first = await start();
    // Only then does it hold the lock that the other one waits for.
    await first.caughtUp;
    const second = await start();
    const [tenantId] = (await grantMany(stage.eventStore, 1, 5)).keys();
    await caughtUp();
    await first.stop();
    await appendToEnd(stage.eventStore, `credits-${tenantId}`, [granted(tenantId ?? '', 1, 'late')]);
    await second.caughtUp;
    await caughtUp();
    expect(await stage.rows('select grants from read.tally')).toEqual([{ grants: 6n }]);
    await second.stop();
  });

  it('survives its connections being cut, again and again, with every event folded once', async () => {
    const running = await start();
    await running.caughtUp;
    const expected = new Map<string, number>();
    const cutting = new AbortController();
    const granting = (async () => {
      while (!cutting.signal.aborted)
        for (const [tenantId, total] of await grantMany(stage.eventStore, 2, 15))
          expected.set(tenantId, total);
    })();
    for (let cuts = 0; cuts < 8;) {
      await sleep(40);
      const { rowCount } = await stage.pool.query(
        `with found as materialized (
           select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
              and query ilike any (array['%projector.checkpoint%', '%tally%', '%advisory_lock%', 'begin', 'commit']))
         select pg_terminate_backend(pid) from found`,
      );
      cuts += rowCount ?? 0;
    }
    cutting.abort();
    await granting;
    await caughtUp();
    expect(await totals()).toEqual(expected);
    expect(await compareWithRebuild(stage, [tallyProjection()])).toEqual([]);
    await running.stop();
  });
});

const liveTally = async (client: PoolClient) => {
  const target = await createTarget(client, tallyProjection(), 'building');
  await makeLive(client, target);
  return target;
};

describe('the checkpoint', () => {
  let stage: ProjectorStage;
  beforeEach(async () => {
    stage = await projectorStage();
  });
  afterEach(() => stage.close());

  const eventsOf = () => Array.fromAsync(createDomainLog(stage.eventStore).readAfter('start'));

  it('moves with the rows or not at all', async () => {
    await grantMany(stage.eventStore, 2, 2);
    const events = await eventsOf();
    const upTo = events[3]?.position ?? ('' as never);
    const target = await inTransaction(stage.pool, (client) => liveTally(client));
    // The rows are written, then the transaction dies with its connection, before the commit.
    await stage.pool.query(`create function die() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create constraint trigger die after insert on read.tally_v1 deferrable initially deferred
        for each row execute function die()`);
    await expect(applyBatch(stage, [target], events, upTo)).rejects.toThrow(/terminat/);
    expect(await stage.rows('select * from read.tally')).toEqual([]);
    expect(await stage.rows('select position from projector.checkpoint')).toEqual([{ position: null }]);
    await stage.pool.query('drop trigger die on read.tally_v1');
    await applyBatch(stage, [target], events, upTo);
    expect(await stage.rows('select grants from read.tally')).toEqual([{ grants: 2n }, { grants: 2n }]);
    expect(await stage.rows('select position from projector.checkpoint')).toEqual([{ position: upTo }]);
  });

  it('refuses a second hand on the same target', async () => {
    await grantMany(stage.eventStore, 1, 2);
    const events = await eventsOf();
    const upTo = events[1]?.position ?? ('' as never);
    const mine = await inTransaction(stage.pool, (client) => liveTally(client));
    const theirs = { ...mine };
    await applyBatch(stage, [theirs], events, upTo);
    await expect(applyBatch(stage, [mine], events, upTo)).rejects.toThrow(CheckpointMoved);
    expect(await stage.rows('select grants from read.tally')).toEqual([{ grants: 2n }]);
  });
});
