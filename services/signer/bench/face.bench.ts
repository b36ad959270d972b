/**
 * How many checks of a face go through in a second, and how long each takes, at one and at two workers; then what the
 * process holds while it looks at 2,000 pictures, no two alike and of many sizes, with its workers replaced as they
 * grow: `node face.bench.ts [--quick] [--json]`. A check is what a picture costs the service: decoding it, finding the
 * face, and comparing it with five enrolled templates. Both numbers of workers take turns, so that a machine that has
 * other work to do is as slow for the one as for the other.
 */
import { loadavg } from 'node:os';

import pino from 'pino';
import sharp from 'sharp';

import type { FaceEngine } from '../src/face/engine/face-engine.ts';
import { openWasmFaceEngine } from '../src/face/engine/wasm-face-engine.ts';
import { distanceFrom, similarityOf } from '../src/face/rules/similarity.ts';
import { portrait, type SamplePerson } from '../src/testing/face/face-pictures.ts';
import { memoryOfChildren } from '../src/testing/process-usage.ts';

const has = (flag: string): boolean => process.argv.includes(flag);
const quick = has('--quick');
const ROUNDS = quick ? 1 : 3;
const CHECKS = quick ? 4 : 60;
const PICTURES = quick ? 4 : 2000;
/** Of memory: how often it is looked at. */
const SAMPLES = quick ? 4 : 40;
const PEOPLE: readonly SamplePerson[] = ['ana', 'bia', 'eva'];
const logger = pino({ level: 'warn' });

function report(name: string, figures: Record<string, number>): void {
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, Math.round(value * 100) / 100]),
  );
  if (has('--json')) process.stdout.write(`${JSON.stringify({ name, ...rounded })}\n`);
  else
    for (const [key, value] of Object.entries(rounded))
      process.stdout.write(`${name}  ${key.padEnd(34)} ${value}\n`);
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(share * values.length))
  ] ?? 0;
const median = (values: readonly number[]): number => quantile(values, 0.5);

/** What the process and those that it looks at pictures with hold now, megabytes. */
const memoryMb = (): number =>
  [process.memoryUsage.rss(), ...memoryOfChildren()].reduce((sum, bytes) => sum + bytes, 0) / 2 ** 20;

interface Round {
  perSecond: number;
  latenciesMs: number[];
}

/** As many people as workers, each with a picture after the other. */
async function checkMany(
  engine: FaceEngine,
  enrolled: readonly Float32Array[],
  workers: number,
): Promise<Round> {
  const latenciesMs: number[] = [];
  let left = CHECKS;
  const from = performance.now();
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const picture = await portrait(PEOPLE[left % PEOPLE.length] ?? 'eva', { shade: left % 12 });
      const begun = performance.now();
      const { main } = await engine.look(picture);
      if (main === undefined) throw new Error('a face was not found');
      similarityOf(distanceFrom(engine, [main.template], enrolled));
      latenciesMs.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: workers }, one));
  return { perSecond: (CHECKS / (performance.now() - from)) * 1000, latenciesMs };
}

async function throughput(): Promise<void> {
  const enrolling = openWasmFaceEngine({ logger });
  const looks = await Promise.all(
    [0, 3, 6, 9, 11].map(async (shade) => enrolling.look(await portrait('eva', { shade }))),
  );
  await enrolling.close();
  const enrolled = looks.flatMap(({ main }) => (main === undefined ? [] : [main.template]));
  // Made before anything is measured.
  for (const of of PEOPLE) for (let shade = 0; shade < 12; shade++) await portrait(of, { shade });
  const rounds = new Map<number, Round[]>([
    [1, []],
    [2, []],
  ]);
  for (let round = 0; round < ROUNDS; round++)
    for (const [workers, done] of rounds) {
      const engine = openWasmFaceEngine({ logger, workers });
      const warm = await portrait('eva');
      await Promise.all(Array.from({ length: workers }, () => engine.look(warm)));
      done.push(await checkMany(engine, enrolled, workers));
      await engine.close();
    }
  for (const [workers, done] of rounds) {
    const latencies = done.flatMap(({ latenciesMs }) => latenciesMs);
    report(`faces, ${workers} ${workers === 1 ? 'worker' : 'workers'}`, {
      checks: latencies.length,
      'checks/s': median(done.map(({ perSecond }) => perSecond)),
      'p50, ms': quantile(latencies, 0.5),
      'p95, ms': quantile(latencies, 0.95),
    });
  }
  const [one = [], two = []] = rounds.values();
  report('faces, two workers of one', {
    'checks/s, times': median(
      two.map(({ perSecond }, index) => perSecond / (one[index]?.perSecond ?? perSecond)),
    ),
  });
}

/** A picture unlike every other: of a face, in some size, light, turn and tilt; one in ten shows none. */
async function varied(index: number): Promise<Buffer> {
  const of = PEOPLE[index % PEOPLE.length] ?? 'eva';
  const how = { turn: ((index % 7) - 3) / 8, shade: index % 12, brightness: 0.7 + (index % 9) / 10 };
  const width = 160 + ((index * 97) % 1100);
  const height = 160 + ((index * 61) % 900);
  const picture = sharp(await portrait(of, how)).resize(width, height, {
    fit: index % 10 === 0 ? 'cover' : 'contain',
    background: '#7f7f7f',
  });
  if (index % 10 === 9) picture.blur(40);
  return index % 3 === 0 ? picture.webp().toBuffer() : picture.jpeg().toBuffer();
}

async function memory(): Promise<void> {
  const engine = openWasmFaceEngine({ logger });
  const held: number[] = [];
  let next = 0;
  let looked = 0;
  let faces = 0;
  const one = async (): Promise<void> => {
    while (next < PICTURES) {
      const index = next++;
      const look = await engine.look(await varied(index));
      faces += look.faces.length;
      looked += 1;
      if (looked % Math.ceil(PICTURES / SAMPLES) === 0) held.push(memoryMb());
    }
  };
  // While one is looked at, the next is made.
  await Promise.all([one(), one()]);
  await engine.close();
  const quarter = Math.max(1, Math.floor(held.length / 4));
  const [early, late] = [median(held.slice(0, quarter)), median(held.slice(-quarter))];
  report('faces, memory over varied pictures', {
    pictures: looked,
    'faces found': faces,
    'first quarter, MB': early,
    'last quarter, MB': late,
    'most, MB': Math.max(...held),
    'last of first quarter, times': late / early,
  });
}

const [load = 0] = loadavg();
await throughput();
await memory();
/** Other work on the machine makes all of it slower: how much there was, beside this. */
report('machine', { 'load before': load, 'load after': loadavg()[0] ?? 0 });
