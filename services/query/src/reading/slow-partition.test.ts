import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { streams } from '@lacre/contracts';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asUser, queryStage } from '../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
beforeAll(async () => {
  stage = await queryStage({ partitions: 2 });
});
afterAll(() => stage.close());

const grant = (tenantId: string) =>
  record(
    stage.store,
    streams.credits(tenantId),
    newEvent('CreditsGranted', { tenantId, amount: 1, reason: 'x' }),
  );
const credits = (tenantId: string, position: string) =>
  stage.get(`/tenant/credits?min-position=${encodeURIComponent(position)}`, asUser(tenantId));

it('shows a caller their own writes where tenants are divided, however late their partition is', async () => {
  for (const slow of [0, 1]) {
    const blocker = await stage.pool.connect();
    await blocker.query('begin');
    await blocker.query('select from projector.checkpoint where partition = $1 for update', [slow]);
    // Of either partition some.
    const tenants = Array.from({ length: 12 }, () => randomUUID());
    const granted: [string, string][] = [];
    for (const tenantId of tenants) granted.push([tenantId, await grant(tenantId)]);
    let answered = 0;
    const asked = granted.map(async ([tenantId, position]) => {
      const reply = await credits(tenantId, position);
      answered += 1;
      return reply.json().balance as number;
    });
    await sleep(400);
    expect(answered).toBe(0);
    await blocker.query('rollback');
    blocker.release();
    expect(await Promise.all(asked)).toEqual(tenants.map(() => 1));
  }
});
