import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Api, Problem } from '../support/api.ts';
import type { Lacre } from '../support/lacre.ts';
import { isLong, keepFigures, seedOfRun } from '../support/long-form.ts';
import { openAccount } from '../support/scenario.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { openGround, type Ground, type Intent } from './intents.ts';
import { creditsSettled, openPair, type Pair } from './pair.ts';

/** 10,000 requests over 1,000 keys in the full form (`npm run test:long -- idempotency`). */
const KEYS = isLong ? 1_000 : 120;
const ATTEMPTS = 10;
const ACTS = isLong ? 100 : 10;
const KILLS = isLong ? 24 : 3;
const AT_ONCE = 16;
/** Of the requests with a key that was answered before, so many come with another body. */
const OTHER_BODIES = 0.2;
const RETRY_MS = 50;

const random = seededRandom(seedOfRun());
let pair: Pair;
let ground: Ground;

beforeAll(async () => {
  pair = await openPair({ CREDITS_GRANT: '100000' });
  const [{ origin }] = pair.instances;
  ground = await openGround(await openAccount(origin), origin, ACTS);
}, 240_000);
afterAll(() => pair.dispose());

interface Told {
  intent: Intent;
  /** The first answer, as text. */
  answer: string | undefined;
}

interface Counts {
  sent: number;
  answered: number;
  /** Cut by a kill, or answered that the service was away. */
  cut: number;
  refusedForTheirBody: number;
  kills: number;
}

const below = (limit: number): number => Math.floor(random.next() * limit);
const callerOf = ({ caller }: Intent): Api => (caller === 'signer' ? ground.signer : ground.api);
/** Being started again: nothing is sent there. */
let down: Lacre | undefined;
const anyInstance = (): Lacre => {
  const up = pair.instances.filter((instance) => instance !== down);
  return up[below(up.length)] ?? pair.instances[0];
};

/** Undefined when nothing can be said of what became of it: a careful client sends it again. */
async function attempt(
  intent: Intent,
  input: Intent['input'],
): Promise<{ status: number; text: string } | undefined> {
  try {
    const { idempotencyKey, operation } = intent;
    const response = await pair
      .at(anyInstance(), callerOf(intent))
      .send(operation, { ...input, idempotencyKey });
    const text = await response.text();
    return response.status >= 500 ? undefined : { status: response.status, text };
  } catch {
    return undefined;
  }
}

async function repeat(told: Told, counts: Counts, wrong: string[]): Promise<void> {
  const { intent } = told;
  const isOther = told.answer !== undefined && random.next() < OTHER_BODIES;
  counts.sent += 1;
  const got = await attempt(intent, isOther ? intent.other : intent.input);
  if (got === undefined) {
    counts.cut += 1;
    return;
  }
  counts.answered += 1;
  if (isOther) counts.refusedForTheirBody += 1;
  else told.answer ??= got.text;
  const { code } = JSON.parse(got.text) as Partial<Problem>;
  const right = isOther
    ? got.status === 422 && code === 'IDEMPOTENCY_KEY_REUSED'
    : got.status < 300 && got.text === told.answer;
  if (!right)
    wrong.push(`${intent.operation}, ${isOther ? 'with another body' : 'again'}: ${got.status} ${got.text}`);
}

/** Each key's attempts in bursts of one to four at once, the bursts of all keys in one random order. */
function bursts(all: readonly Told[]): Told[][] {
  const made = all.flatMap((told) => {
    const own: Told[][] = [];
    for (let left = ATTEMPTS; left > 0;) {
      const size = Math.min(left, 1 + below(4));
      own.push(Array.from({ length: size }, () => told));
      left -= size;
    }
    return own;
  });
  for (let n = made.length - 1; n > 0; n -= 1) {
    const other = below(n + 1);
    [made[n], made[other]] = [made[other] ?? [], made[n] ?? []];
  }
  return made;
}

/** The storm goes on while a process that was killed starts again, and waits for the next kill where one is due. */
async function storm(all: readonly Told[], counts: Counts, wrong: string[]): Promise<void> {
  const waiting = bursts(all).values();
  const total = all.length * ATTEMPTS;
  const isDue = () => counts.kills < KILLS && counts.sent >= (total * (counts.kills + 1)) / (KILLS + 1);
  const killer = async () => {
    while (counts.kills < KILLS) {
      while (!isDue()) await sleep(2);
      const victim = anyInstance();
      const killed = victim.kill();
      down = victim;
      await killed;
      counts.kills += 1;
      await victim.start();
      down = undefined;
    }
  };
  const worker = async () => {
    for (const burst of waiting) {
      while (isDue()) await sleep(2);
      await Promise.all(burst.map((told) => repeat(told, counts, wrong)));
    }
  };
  await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, worker)]);
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it(`does each of ${KEYS} intents once in ${KEYS * ATTEMPTS} requests through ${KILLS} kills (seed ${random.seed})`, async () => {
  const begun = performance.now();
  const all: Told[] = [];
  while (all.length < KEYS) all.push({ intent: await ground.make(), answer: undefined });
  const { reserved } = await ground.api.call('tenantCredits');
  const counts: Counts = { sent: 0, answered: 0, cut: 0, refusedForTheirBody: 0, kills: 0 };
  const wrong: string[] = [];
  await storm(all, counts, wrong);
  expect(counts.sent).toBe(KEYS * ATTEMPTS);
  expect(counts.kills).toBe(KILLS);
  // A caller cut off each time goes on until there is an answer.
  for (const told of all)
    while (told.answer === undefined) await Promise.all([repeat(told, counts, wrong), sleep(RETRY_MS)]);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(counts.refusedForTheirBody).toBeGreaterThan(0);

  // Each process that was made reserved one credit, and each signature completed a document, whose credit is consumed.
  const ofKind = (kind: Intent['operation']) =>
    all.filter(({ intent: { operation } }) => operation === kind).length;
  await creditsSettled(ground.api, reserved + ofKind('createProcess') - ofKind('sign'));
  const { events, problems } = await pair.inspect();
  expect(problems).toEqual([]);
  const effects = all.map(({ intent: { operation, effect } }) => {
    const found = events.filter(
      ({ type, data }) => type === effect.type && JSON.stringify(data).includes(`"${effect.says}"`),
    );
    return `${operation}: ${found.length}`;
  });
  expect(effects.filter((effect) => !effect.endsWith(': 1'))).toEqual([]);
  keepFigures('idempotency-storm', {
    seed: random.seed,
    keys: KEYS,
    ...counts,
    'effects found exactly once': effects.length,
    'problems found by fsck': problems.length,
    seconds: Math.round((performance.now() - begun) / 1000),
  });
}, 1_800_000);
