import { randomUUID } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { behindCheck, NotReady, secondsAfter } from '@lacre/observability';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

import { queryStage } from '../testing/query-stage.ts';

const MINUTE_MS = 60_000;
const tenantId = randomUUID();
let stage: Awaited<ReturnType<typeof queryStage>>;

beforeAll(async () => {
  stage = await queryStage();
  await stage.stopProjecting();
  // Seen by no read model.
  await record(
    stage.store,
    streams.credits(tenantId),
    newEvent('CreditsGranted', { tenantId, amount: 1, reason: 'x' }),
  );
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => stage.close());

/** As a process finds it whose machine's clock is off. */
async function foundWithClockOff(byMs: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
  return behindCheck(stage.store, stage.pool)
    .run()
    .then(
      () => 'ready',
      (error: unknown) => (error instanceof NotReady ? error.message : String(error)),
    );
}

it('counts a clock that is ahead as no lag', async () => {
  expect(await foundWithClockOff(10 * MINUTE_MS)).toBe('ready');
  expect(await secondsAfter({ store: stage.store, clock: stage.pool }, null)).toBeLessThan(30);
});

it('finds a lag by a clock that is behind', async () => {
  await stage.pool.query(`
    alter table event_store.events disable trigger user;
    update event_store.events set recorded_at = recorded_at - interval '5 minutes';
    alter table event_store.events enable trigger user;`);
  expect(await foundWithClockOff(-10 * MINUTE_MS)).toMatch(/^atrasados 3\d\d s$/);
});
