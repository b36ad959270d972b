import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pino from 'pino';
import sharp from 'sharp';
import { expect, it } from 'vitest';

import { portrait } from '../../testing/face/face-pictures.ts';
import { openWasmFaceEngine } from '../engine/wasm-face-engine.ts';
import { compareGroups, comparePeople, type Portrait } from './compare-people.ts';
import { asSent } from './read-picture.ts';
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

it('counts every pair once, with the share that passes at each similarity', () => {
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

it('compares strangers within their group alone, when there are groups', () => {
  const of = (group: string, person: string, place: number): Portrait => ({ ...at(person, place), group });
  const portraits = [
    of('b', 'ana', 0),
    of('b', 'bia', 0.1),
    of('a', 'eva', 0.05),
    of('a', 'rui', 2),
    of('a', 'rui', 2.1),
  ];
  const kinds = [{ enrolled: 1, goodOnly: false }];
  const groups = compareGroups(engine, portraits, kinds);
  expect(groups.map(({ group, people, pictures }) => [group, people, pictures])).toEqual([
    ['a', 2, 3],
    ['b', 2, 2],
  ]);
  const shares = groups.map(({ comparisons: [one] }) => one && rowOf(one, 50)?.falseAccept?.share);
  expect(shares).toEqual([0, 1]);
  expect(compareGroups(engine, [at('ana', 0), at('bia', 1)], kinds)).toEqual([]);
});

it('compares good pictures alone when asked', () => {
  const portraits = [at('ana', 0), at('ana', 0.9, false), at('ana', 0.1), at('bia', 2)];
  const good = comparePeople(engine, portraits, { enrolled: 1, goodOnly: true });
  expect([good.genuine, good.impostor]).toEqual([1, 2]);
});

it('compares a sample of a large set, and says which', () => {
  const portraits = Array.from({ length: 3000 }, (_, index) => at(`p${index >> 1}`, index >> 1));
  const all = comparePeople(engine, portraits, { enrolled: 1, goodOnly: false });
  expect([all.every, all.genuine]).toEqual([1, 1500]);
  const part = comparePeople(engine, portraits, { enrolled: 1, goodOnly: false, bound: 3000 * 300 });
  expect([part.every, part.genuine]).toEqual([10, 1500]);
  expect(part.impostor).toBeGreaterThan(all.impostor / 12);
  expect(part.impostor).toBeLessThan(all.impostor / 8);
});

it.each([1, 0.3])(
  'reads greymaps and bitmaps as it reads any picture, at %d of their size',
  async (scale) => {
    const { data, info } = await sharp(await portrait('eva'))
      .resize(Math.round(640 * scale))
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    const grey = data.subarray(0, width * height);
    const head = `P5\n# made by hand\n${width} ${height}\n255\n`;
    const plain = `P2\n${width} ${height}\n255\n${[...grey].join(' ')}\n`;
    const rowBytes = Math.ceil((width * 24) / 32) * 4;
    const bitmap = Buffer.alloc(54 + rowBytes * height);
    bitmap.write('BM', 'latin1');
    bitmap.writeUInt32LE(54, 10);
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeInt32LE(width, 18);
    bitmap.writeInt32LE(height, 22);
    bitmap.writeUInt16LE(24, 28);
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++)
        bitmap.fill(
          grey[row * width + column] ?? 0,
          54 + (height - 1 - row) * rowBytes + column * 3,
          57 + (height - 1 - row) * rowBytes + column * 3,
        );
    const pixels = async (bytes: Buffer) =>
      sharp(await asSent(bytes))
        .greyscale()
        .raw()
        .toBuffer();
    for (const bytes of [Buffer.concat([Buffer.from(head), grey]), Buffer.from(plain), bitmap])
      expect(Buffer.compare(await pixels(bytes), Buffer.from(grey))).toBe(0);
  },
);

it('says how far a rate can be trusted', () => {
  expect(rateOf(0, 0)).toBeUndefined();
  const none = rateOf(0, 100);
  expect([none?.share, none?.low]).toEqual([0, 0]);
  expect(none?.high).toBeCloseTo(0.037, 3);
  expect(rateOf(50, 100)).toMatchObject({ low: expect.closeTo(0.404, 3), high: expect.closeTo(0.596, 3) });
});

it(
  'reads a folder for each person, and names pictures it could not compare',
  { timeout: 90_000 },
  async () => {
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
      // What real folders hold: large pictures, folders in folders, links that lead nowhere, names in two forms.
      await mkdir(join(folder, 'eva', 'perfil.jpg'), { recursive: true });
      await mkdir(join(folder, 'bia', '2026', 'março'), { recursive: true });
      const large = sharp(await portrait('bia'))
        .resize(5600, 4200)
        .jpeg({ quality: 98 });
      await writeFile(join(folder, 'bia', '2026', 'março', 'grande.JPG'), await large.toBuffer());
      await symlink(join(folder, 'não há'), join(folder, 'eva', 'link.jpg'));
      await symlink(folder, join(folder, 'eva', 'volta'));
      // It has no writer: a read would never end.
      execFileSync('mkfifo', [join(folder, 'eva', 'cano.jpg')]);
      await mkdir(join(folder, 'vazia'));
      await writeFile(join(folder, 'solta.jpg'), await portrait('ana'));
      for (const form of ['NFC', 'NFD'] as const) {
        await mkdir(join(folder, 'Zoé'.normalize(form)), { recursive: true });
        await writeFile(
          join(folder, 'Zoé'.normalize(form), `${form}.png`),
          await sharp(await portrait('ana'))
            .png()
            .toBuffer(),
        );
      }
      const leftOut: string[] = [];
      const set = await readPortraits(looking, folder, { onLeftOut: (_path, why) => leftOut.push(why) });
      expect(set).toMatchObject({
        people: 3,
        pictures: 9,
        leftOut: { 'no-picture': 1, 'no-face': 0, unreadable: 1 },
        otherFiles: 2,
        linkedFolders: 1,
      });
      expect(leftOut).toEqual(['no-picture', 'unreadable']);
      const deep = await readPortraits(looking, folder, { depth: 2 });
      expect([deep.people, deep.portraits.map(({ person }) => person)]).toEqual([1, ['2026']]);
      await expect(readPortraits(looking, join(folder, 'solta.jpg'))).rejects.toMatchObject({
        code: 'ENOTDIR',
      });
      const { genuine, impostor, rows } = comparePeople(looking, set.portraits, {
        enrolled: 1,
        goodOnly: false,
      });
      expect([genuine, impostor]).toEqual([5, 16]);
      const row = rows.find(({ similarity }) => similarity === 50);
      expect([row?.falseAccept?.share, row?.falseReject?.share]).toEqual([0, 0]);
    } finally {
      await looking.close();
      await rm(folder, { recursive: true });
    }
  },
);
