import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pino from 'pino';
import { expect, it } from 'vitest';

import { portrait } from '../../testing/face-pictures.ts';
import { openWasmFaceEngine } from '../engine/wasm-face-engine.ts';
import { comparePeople, type Portrait } from './compare-people.ts';
import { readPortraits } from './read-portraits.ts';
import { rateOf } from './tally.ts';

/** Templates are points on a line here: their distance is known. */
const engine = {
  distance: (one: Float32Array, other: Float32Array) => Math.abs((one[0] ?? 0) - (other[0] ?? 0)),
};
const at = (person: string, place: number, good = true): Portrait => ({
  person,
  template: new Float32Array([place]),
  good,
});
const rowOf = (comparison: ReturnType<typeof comparePeople>, similarity: number) =>
  comparison.rows.find((row) => row.similarity === similarity);

it('counts every pair once, and tells at each similarity who passes', () => {
  const portraits = [at('ana', 0), at('ana', 0.4), at('ana', 0.7), at('bia', 1.1), at('bia', 1.2)];
  const all = comparePeople(engine, portraits, { enrolled: 1, goodOnly: false });
  expect([all.genuine, all.impostor]).toEqual([4, 6]);
  // At 50, distances up to 0.5: of Ana's 0.4, 0.7 and 0.3 and Bia's 0.1 one is too far; of the others' 0.4 and 0.5 pass.
  expect(rowOf(all, 50)?.falseReject?.share).toBe(1 / 4);
  expect(rowOf(all, 50)?.falseAccept?.share).toBe(2 / 6);
});

it('takes the closest of three, and leaves out who has no picture beside them', () => {
  const portraits = [0, 0.4, 0.8, 1.2].map((place) => at('ana', place)).concat(at('bia', 3), at('bia', 3.1));
  const three = comparePeople(engine, portraits, { enrolled: 3, goodOnly: false });
  expect([three.genuine, three.impostor]).toEqual([4, 8]);
  expect(rowOf(three, 50)).toMatchObject({ falseAccept: { share: 0 }, falseReject: { share: 0 } });
});

it('compares good pictures alone when asked', () => {
  const portraits = [at('ana', 0), at('ana', 0.9, false), at('ana', 0.1), at('bia', 2)];
  const good = comparePeople(engine, portraits, { enrolled: 1, goodOnly: true });
  expect([good.genuine, good.impostor]).toEqual([1, 2]);
});

it('says how far a rate can be trusted', () => {
  expect(rateOf(0, 0)).toBeUndefined();
  const none = rateOf(0, 100);
  expect([none?.share, none?.low]).toEqual([0, 0]);
  expect(none?.high).toBeCloseTo(0.037, 3);
  expect(rateOf(50, 100)).toMatchObject({ low: expect.closeTo(0.404, 3), high: expect.closeTo(0.596, 3) });
});

it('reads a folder for each person, and says what it could not compare', { timeout: 90_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-faces-'));
  const looking = openWasmFaceEngine({ logger: pino({ level: 'silent' }) });
  try {
    for (const person of ['eva', 'bia'] as const) {
      await mkdir(join(folder, person));
      for (const [name, brightness] of [
        ['1.jpg', 1],
        ['2.jpg', 0.8],
      ] as const)
        await writeFile(join(folder, person, name), await portrait(person, { brightness }));
    }
    await writeFile(join(folder, 'eva', '3.png'), 'not a picture');
    await writeFile(join(folder, 'eva', 'LEIA-ME.txt'), 'is not looked at');
    const set = await readPortraits(looking, folder);
    expect(set).toMatchObject({ people: 2, pictures: 5, leftOut: { 'no-picture': 1, 'no-face': 0 } });
    const { genuine, impostor, rows } = comparePeople(looking, set.portraits, {
      enrolled: 1,
      goodOnly: false,
    });
    expect([genuine, impostor]).toEqual([2, 4]);
    const row = rows.find(({ similarity }) => similarity === 50);
    expect([row?.falseAccept?.share, row?.falseReject?.share]).toEqual([0, 0]);
  } finally {
    await looking.close();
    await rm(folder, { recursive: true });
  }
});
