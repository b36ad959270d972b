import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { streams } from '@lacre/contracts';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { asUser, queryStage } from '../testing/query-stage.ts';

let stage: Awaited<ReturnType<typeof queryStage>>;
const tenantId = randomUUID();
const grant = () =>
  record(
    stage.store,
    streams.credits(tenantId),
    newEvent('CreditsGranted', { tenantId, amount: 1, reason: 'x' }),
  );
const credits = (position: string) =>
  stage.get(`/tenant/credits?min-position=${encodeURIComponent(position)}`, asUser(tenantId));

beforeAll(async () => {
  stage = await queryStage();
});
afterAll(() => stage.close());

it('reads one’s own writes, every time', async () => {
  for (let written = 1; written <= 25; written++) {
    const reply = await credits(await grant());
    expect(reply.json()).toMatchObject({ balance: written });
  }
});

it('waits for a projector that is late, and answers as soon as it is there', async () => {
  await stage.stopProjecting();
  const position = await grant();
  const from = Date.now();
  const asked = credits(position);
  await sleep(400);
  await stage.projectAgain();
  expect((await asked).json()).toMatchObject({ balance: 26 });
  expect(Date.now() - from).toBeGreaterThan(395);
});

it('answers with what it has after two seconds', async () => {
  await stage.stopProjecting();
  const position = await grant();
  const from = Date.now();
  const reply = await credits(position);
  const tookMs = Date.now() - from;
  expect([reply.statusCode, reply.json().balance]).toEqual([200, 26]);
  expect(tookMs).toBeGreaterThan(1990);
  expect(tookMs).toBeLessThan(4000);
  await stage.projectAgain();
  expect((await credits(position)).json()).toMatchObject({ balance: 27 });
});

it.each(['abc', '-', '1/x', '-1', '0x10'])('refuses %s as a position', async (position) => {
  const reply = await credits(position);
  expect([reply.statusCode, reply.json()]).toEqual([
    422,
    expect.objectContaining({
      code: 'CLASS_VALIDATION_ERROR',
      errors: [{ field: 'min-position', message: 'Posição inválida' }],
    }),
  ]);
});

it('is unavailable, not broken, before there are read models', async () => {
  await stage.stopProjecting();
  await stage.pool.query('drop view read.credits');
  const reply = await stage.get('/tenant/credits', asUser(tenantId));
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
});
