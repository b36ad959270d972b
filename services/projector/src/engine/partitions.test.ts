import { randomUUID } from 'node:crypto';

import { eventSchemas, formerShapesOf, type EventType } from '@lacre/contracts';
import { createDomainLog } from '@lacre/domain-log';
import { appendToEnd } from '@lacre/event-store/testing';
import { secondsBehindByProjection } from '@lacre/observability';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import {
  everyModel,
  holdersOf,
  sharesOf,
  startInstance,
  startProcess,
  type Instance,
} from '../testing/instances.ts';
import { projectorStage, type ProjectorStage } from '../testing/projector-stage.ts';
import { granted, grantMany, poison, tallyProjection } from '../testing/tally.ts';
import { until } from '../testing/until.ts';
import { variedHistory } from '../testing/varied-history.ts';
import { applyBatch } from './apply-batch.ts';
import { rebuild } from './build-target.ts';
import { CheckpointMoved, checkpointsOf, targetOf } from './checkpoints.ts';
import { compareWithRebuild } from './compare-with-rebuild.ts';
import { listParked } from './parked-events.ts';
import { isOf, numberInSql } from './partition.ts';
import type { Projection } from './projection.ts';
import { retryParked } from './retry-parked.ts';

let stage: ProjectorStage;
const ending: (() => Promise<void>)[] = [];
beforeEach(async () => {
  stage = await projectorStage('postgres');
});
afterEach(async () => {
  poison.reason = undefined;
  for (const end of ending.splice(0).toReversed()) await end();
  await stage.close();
});

const start = async (partitions: number, projections?: readonly Projection[]): Promise<Instance> => {
  const instance = await startInstance(stage, partitions, projections);
  let stopping: Promise<void> | undefined;
  const once = { said: instance.said, stop: () => (stopping ??= instance.stop()) };
  ending.push(once.stop);
  return once;
};
const startKillable = async (partitions: number) => {
  const child = await startProcess(stage, partitions);
  ending.push(() => child.kill());
  return child;
};

const random = (() => {
  let state = 7;
  return (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
})();

const ERASES: ReadonlySet<string> = new Set(['PersonErased', 'UserErased']);

/** Some of what happens in three accounts of its own. */
async function write(acts: number, { erases = true } = {}): Promise<void> {
  for (const [stream, event] of variedHistory(random, acts, 'sound'))
    if (erases || !ERASES.has(event.type)) await appendToEnd(stage.eventStore, stream, [event]);
}

/** Writes until it is stopped; that waits for what is under way. */
function writeOn(options?: { erases: boolean }): { stop(): Promise<void> } {
  const over = new AbortController();
  const writing = (async () => {
    while (!over.signal.aborted) await write(40, options);
  })();
  const stop = (): Promise<void> => {
    over.abort();
    return writing;
  };
  ending.push(stop);
  return { stop };
}

const shared = (partitions: number, shares: number[]) =>
  until(async () => String(await sharesOf(stage, partitions)) === String(shares), 30_000);

/** Every partition of every read model has seen the whole log. */
async function caughtUp(partitions: number, projections = everyModel): Promise<void> {
  const head = await stage.eventStore.head();
  await until(async () => {
    const rows = await stage.rows<{ position: string; partitions: number }>(
      `select position, partitions from projector.checkpoint where state = 'live'`,
    );
    return (
      rows.length === projections.length * partitions &&
      rows.every((row) => row.position === head && row.partitions === partitions)
    );
  }, 60_000);
}

const differences = (projections = everyModel) => compareWithRebuild(stage, projections);

describe('instances that fold together', () => {
  it('share the partitions evenly as they start and stop, and fold every event once', async () => {
    await write(60);
    const load = writeOn();
    const first = await start(4);
    await shared(4, [4]);
    const second = await start(4);
    await shared(4, [2, 2]);
    await start(4);
    await shared(4, [2, 1, 1]);
    await first.stop();
    await shared(4, [2, 2]);
    await second.stop();
    await shared(4, [4]);
    await load.stop();
    await caughtUp(4);
    expect(await differences()).toEqual([]);
  }, 120_000);

  it('take over from a killed one within seconds', async () => {
    await write(60);
    const killed = await startKillable(4);
    await shared(4, [4]);
    await startKillable(4);
    await shared(4, [2, 2]);
    const load = writeOn();
    await until(async () => (await stage.rows('select from read.process')).length > 5, 30_000);
    const before = performance.now();
    await killed.kill();
    await shared(4, [4]);
    expect(performance.now() - before).toBeLessThan(10_000);
    await load.stop();
    await caughtUp(4);
    expect(await differences()).toEqual([]);
  }, 120_000);

  it('leave surplus partitions unheld', async () => {
    for (let count = 0; count < 3; count += 1) await start(2, [tallyProjection()]);
    await shared(2, [1, 1]);
    expect(new Set(await holdersOf(stage, 2)).size).toBe(2);
  });

  it('go on with a read model that is built anew in one fold and swapped under them', async () => {
    await write(60);
    await start(4);
    await start(4);
    await shared(4, [2, 2]);
    await caughtUp(4);
    // What is erased reads as erased in events that were folded before it was.
    const load = writeOn({ erases: false });
    for (const name of ['process', 'report', 'open-work']) {
      const projection = everyModel.find((one) => one.name === name);
      expect(projection && (await rebuild(stage, projection))).toBe(true);
    }
    expect(await differences()).toEqual([]);
    await load.stop();
    await caughtUp(4);
    expect(await differences()).toEqual([]);
    const rows = await stage.rows(
      `select target, partition from projector.checkpoint where projection = 'process' and state = 'live' order by partition`,
    );
    expect(rows).toEqual(
      [0, 1, 2, 3].map((partition) => ({ target: expect.stringMatching(/\.2$/), partition })),
    );
  }, 120_000);

  it('adopt a build by one of them, of a version new to all', async () => {
    await grantMany(stage.eventStore, 8, 5);
    const old = await start(4, [tallyProjection()]);
    await caughtUp(4, [tallyProjection()]);
    // Another version is another formation: it waits.
    const next = tallyProjection(2, 10);
    const newer = await start(4, [next]);
    await until(async () => newer.said.length === 1);
    await old.stop();
    await start(4, [next]);
    await shared(4, [2, 2]);
    const expected = await grantMany(stage.eventStore, 8, 5);
    await caughtUp(4, [next]);
    for (const [tenantId, total] of expected)
      expect(await stage.rows('select total from read.tally where tenant_id = $1', [tenantId])).toEqual([
        { total: BigInt(total * 10) },
      ]);
    expect(await differences([next])).toEqual([]);
  }, 60_000);

  it('compare a partition that is behind the others at its own place', async () => {
    await grantMany(stage.eventStore, 12, 3);
    await start(4, [tallyProjection()]);
    await caughtUp(4, [tallyProjection()]);
    const blocker = await stage.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from projector.checkpoint where partition = 2 for update');
    await grantMany(stage.eventStore, 12, 3);
    await until(async () => {
      const rows = await stage.rows<{ partition: number; position: string }>(
        'select partition, position from projector.checkpoint',
      );
      const head = await stage.eventStore.head();
      return rows.every(({ partition, position }) => (position === head) === (partition !== 2));
    });
    // The lag is that of the partition furthest behind; a reader of the whole model waits for that one.
    const behind = await secondsBehindByProjection(
      { store: stage.eventStore, clock: stage.pool },
      stage.pool,
    );
    expect(behind.get('tally')).toBeGreaterThan(0);
    // Not to let the partition catch up between.
    await stage.pool.query(`create function hold() returns trigger language plpgsql as
      $$ begin raise exception 'held' using errcode = '57014'; end $$`);
    await blocker.query(
      `create trigger hold before update on projector.checkpoint for each row when (old.partition = 2) execute function hold()`,
    );
    await blocker.query('commit');
    blocker.release();
    expect(await differences([tallyProjection()])).toEqual([]);
    await stage.pool.query(
      'update read.tally set grants = 99 where tenant_id = (select min(tenant_id::text)::uuid from read.tally)',
    );
    expect(await differences([tallyProjection()])).toHaveLength(1);
  }, 60_000);
});

describe('another number of partitions', () => {
  it('is changed under load by starting instances with it and ending those of the former: 1, 4, 2', async () => {
    await write(60);
    const load = writeOn();
    const one = await start(1);
    await shared(1, [1]);
    const four = [await start(4), await start(4)];
    // Refused, and said aloud, while the former number is at work.
    await until(async () => four.every(({ said }) => said.some((words) => words.includes('stands by'))));
    expect(await sharesOf(stage, 1)).toEqual([1]);
    await one.stop();
    await shared(4, [2, 2]);
    await until(
      async () => (await stage.rows(`select from projector.checkpoint where partitions = 4`)).length > 0,
    );
    const two = await start(2);
    const late = await start(1);
    await four[0]?.stop();
    await shared(4, [4]);
    await until(async () => two.said.length > 0 && late.said.length > 0);
    await late.stop();
    await four[1]?.stop();
    await shared(2, [2]);
    await load.stop();
    await caughtUp(2);
    expect(await differences()).toEqual([]);
  }, 180_000);

  it('brings those behind to the furthest, and keeps parked streams parked', async () => {
    const tally = tallyProjection();
    const ids = Array.from({ length: 12 }, () => randomUUID());
    const grantAll = async (reason: string) => {
      for (const tenantId of ids)
        await appendToEnd(stage.eventStore, `credits-${tenantId}`, [granted(tenantId, 1, reason)]);
    };
    await grantAll('a');
    const four = await start(4, [tally]);
    await caughtUp(4, [tally]);
    poison.reason = 'poison';
    const [bad = ''] = ids;
    await appendToEnd(stage.eventStore, `credits-${bad}`, [granted(bad, 1, 'poison')]);
    await caughtUp(4, [tally]);
    await four.stop();
    await grantAll('b');
    // The first has come further than the others when its process ends.
    const row = (await checkpointsOf(stage.pool, 'tally')).find(({ partition }) => partition === 1);
    const further = row && targetOf(tally, row);
    const events = await Array.fromAsync(
      createDomainLog(stage.eventStore).readAfter(further?.place ?? 'start'),
    );
    const last = events.at(-1)?.position;
    if (further === undefined || last === undefined) throw new Error('nothing to fold');
    await applyBatch(
      stage,
      [further],
      events.filter((event) => isOf(further.partition, event)),
      last,
    );
    await start(2, [tally]);
    await caughtUp(2, [tally]);
    await grantAll('c');
    await caughtUp(2, [tally]);
    const rows = await stage.rows<{ tenant_id: string; reasons: string }>(
      'select tenant_id, reasons from read.tally',
    );
    expect(new Map(rows.map((one) => [one.tenant_id, one.reasons]))).toEqual(
      new Map(ids.map((tenantId) => [tenantId, tenantId === bad ? 'a;' : 'a;b;c;'])),
    );
    expect((await listParked(stage.pool)).map(({ stream }) => stream)).toEqual(
      Array.from({ length: 3 }, () => `credits-${bad}`),
    );
    poison.reason = undefined;
    expect(await retryParked(stage, tally, `credits-${bad}`)).toBe(3);
    expect(await differences([tally])).toEqual([]);
  }, 60_000);

  it('drops work that an instance of the former number has under way', async () => {
    const tally = tallyProjection();
    await grantMany(stage.eventStore, 4, 1);
    const four = await start(4, [tally]);
    await caughtUp(4, [tally]);
    const rows = await checkpointsOf(stage.pool, 'tally');
    const zombies = rows.map((row) => targetOf(tally, row)).filter((target) => target !== undefined);
    await four.stop();
    const two = await start(2, [tally]);
    await until(async () => (await stage.rows('select from projector.checkpoint')).length === 2);
    await two.stop();
    await grantMany(stage.eventStore, 1, 1);
    const head = await stage.eventStore.head();
    if (head === 'start') throw new Error('nothing was written');
    // All stand where they did: the number alone is another.
    for (const zombie of zombies)
      await expect(applyBatch(stage, [zombie], [], head)).rejects.toThrow(CheckpointMoved);
  });
});

const namesTenant = (shape: z.ZodType): boolean =>
  shape instanceof z.ZodUnion
    ? (shape.options as z.ZodType[]).every(namesTenant)
    : shape instanceof z.ZodObject && 'tenantId' in shape.shape;

describe('a partition', () => {
  it('is the same in the database as here', async () => {
    const ids = Array.from({ length: 200 }, () => randomUUID());
    for (const of of [2, 8, 64]) {
      const rows = await stage.rows<{ id: string; number: number }>(
        `select id, ${numberInSql('id', of)} as number from unnest($1::uuid[]) id`,
        [ids],
      );
      for (const { id, number } of rows) expect(isOf({ number, of }, { data: { tenantId: id } })).toBe(true);
      expect(new Set(rows.map(({ number }) => number)).size).toBeGreaterThan(of / 2);
    }
  });

  it('has every event of its tenants: all but three types of the installation name one', () => {
    const shapesOf = (type: EventType): z.ZodType[] => [
      eventSchemas[type],
      ...(formerShapesOf(type) ?? []).map(({ schema }) => schema),
    ];
    const without = (Object.keys(eventSchemas) as EventType[]).filter(
      (type) => !shapesOf(type).every(namesTenant),
    );
    expect(without.toSorted()).toEqual(['InstallationBegan', 'LogAdopted', 'LogMoved']);
    for (const { on } of everyModel) for (const type of without) expect(on).not.toHaveProperty(type);
  });
});
