import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { streams } from '@lacre/contracts';
import { newEvent, record } from '@lacre/projector/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

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

/** However busy the machine, what waits for a position does not give up: its clock goes a hundredth as fast. */
function withTime(): void {
  const now = performance.now.bind(performance);
  const began = now();
  vi.spyOn(performance, 'now').mockImplementation(() => began + (now() - began) / 100);
}

it('shows a caller their own writes, every time', async () => {
  withTime();
  for (let written = 1; written <= 25; written++) {
    const reply = await credits(await grant());
    expect(reply.json()).toMatchObject({ balance: written });
  }
});

it('waits for a late projector, and answers as soon as it has caught up', async () => {
  withTime();
  await stage.stopProjecting();
  const position = await grant();
  let isAnswered = false;
  const asked = credits(position).finally(() => (isAnswered = true));
  await sleep(400);
  expect(isAnswered).toBe(false);
  await stage.projectAgain();
  expect((await asked).json()).toMatchObject({ balance: 26 });
});

it('answers with the rows there are after two seconds', async () => {
  await stage.stopProjecting();
  const position = await grant();
  const startedAt = performance.now();
  let passedMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => startedAt + passedMs);
  const looks = vi.spyOn(stage.pool, 'query');
  let isAnswered = false;
  const answer = credits(position).finally(() => (isAnswered = true));
  // Whatever else is asked of the database: it waits once it looks how far the read models are.
  const textOf = (asked: unknown) =>
    typeof asked === 'string' ? asked : String((asked as { text?: string }).text);
  const looked = () =>
    looks.mock.calls.filter(([asked]) => textOf(asked).includes('read.projection_position')).length;
  const waitsOn = async () => {
    const before = looked();
    await vi.waitFor(() => expect(looked()).toBeGreaterThan(before + 1), 15_000);
  };
  await waitsOn();
  passedMs = 1999;
  await waitsOn();
  expect(isAnswered).toBe(false);
  passedMs = 2000;
  const reply = await answer;
  clock.mockRestore();
  expect([reply.statusCode, reply.json().balance]).toEqual([200, 26]);
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
