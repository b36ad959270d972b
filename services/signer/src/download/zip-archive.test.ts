import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import { readZip } from '../testing/read-zip.ts';
import { zipArchive, type ZipEntry } from './zip-archive.ts';
import { centralHeader, endOfArchive, localHeader } from './zip-records.ts';

const AT = new Date('2026-03-02T14:05:09.000Z');

const entry = (path: string, ...chunks: Uint8Array[]): ZipEntry => ({
  path,
  modifiedAt: AT,
  content: async function* () {
    yield* chunks;
  },
});
const archived = (...entries: ZipEntry[]) => buffer(zipArchive(entries));

describe('an archive', () => {
  it('gives back every file under its name, in order, with its moment in Brasília', async () => {
    const large = randomBytes(200_000);
    const entries = readZip(
      await archived(
        entry('LEIA-ME.txt', Buffer.from('Olá')),
        entry('Locação/Contrato de prestação.pdf', large.subarray(0, 65_536), large.subarray(65_536)),
        entry('Locação/日本語 👩🏽‍⚖️.pdf', randomBytes(1)),
        entry('vazio.pdf'),
      ),
    );
    expect(entries.map(({ path, bytes }) => [path, bytes.length])).toEqual([
      ['LEIA-ME.txt', 4],
      ['Locação/Contrato de prestação.pdf', 200_000],
      ['Locação/日本語 👩🏽‍⚖️.pdf', 1],
      ['vazio.pdf', 0],
    ]);
    expect(entries[1]?.bytes.equals(large)).toBe(true);
    // In steps of two seconds.
    expect(new Set(entries.map(({ dosMoment }) => dosMoment))).toEqual(new Set(['2026-03-02 11:05:08']));
  });

  it('may be empty', async () => {
    expect(readZip(await archived())).toEqual([]);
  });

  it('is the same for the same files, however they come in pieces', async () => {
    const bytes = randomBytes(1000);
    const whole = await archived(entry('a.pdf', bytes));
    const pieces = await archived(entry('a.pdf', bytes.subarray(0, 1), bytes.subarray(1)));
    expect(pieces.equals(whole)).toBe(true);
  });

  it('holds no more than a chunk: none is asked for before the last one was taken', async () => {
    let given = 0;
    const source: ZipEntry = {
      path: 'a.pdf',
      modifiedAt: AT,
      content: async function* () {
        for (let chunk = 0; chunk < 50; chunk += 1) {
          given += 1;
          yield Buffer.alloc(1000);
        }
      },
    };
    const stream = zipArchive([source]);
    await stream.next();
    // Measured whole, and let go.
    expect(given).toBe(50);
    for (let taken = 1; taken <= 50; taken += 1) {
      await stream.next();
      expect(given).toBe(50 + taken);
    }
  });

  it('fails for a file whose content changed meanwhile', async () => {
    const changing = (...contents: Buffer[]): ZipEntry => ({
      path: 'a.pdf',
      modifiedAt: AT,
      content: async function* () {
        yield contents.shift() ?? Buffer.alloc(0);
      },
    });
    await expect(archived(changing(Buffer.from('abc'), Buffer.from('abd')))).rejects.toThrow('changed');
    await expect(archived(changing(Buffer.from('abc'), Buffer.from('ab')))).rejects.toThrow('changed');
  });

  it('holds more than the 65,535 files of the old format', async () => {
    const entries = Array.from({ length: 65_536 }, (_, index) =>
      entry(`${index}`, Buffer.from([index & 255])),
    );
    const read = readZip(await archived(...entries));
    expect(read).toHaveLength(65_536);
    expect(read.at(-1)).toMatchObject({ path: '65535', bytes: Buffer.from([255]) });
  });
});

describe('records beyond 4 GB', () => {
  const size = 5 * 1024 ** 3;
  const record = { path: 'a', modifiedAt: AT, checksum: 1, sizeBytes: size, offset: size + 1 };
  const full = Buffer.from('ffffffff', 'hex');
  const eightBytes = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(value));
    return bytes;
  };

  it('say sizes and offset in the zip64 field, and that version 4.5 is needed', () => {
    const local = localHeader(record);
    expect(local.readUInt16LE(4)).toBe(45);
    expect(local.subarray(18, 26)).toEqual(Buffer.concat([full, full]));
    expect(local.subarray(31, 51)).toEqual(
      Buffer.concat([Buffer.from('01001000', 'hex'), eightBytes(size), eightBytes(size)]),
    );
    const central = centralHeader(record);
    expect(central.subarray(42, 46)).toEqual(full);
    expect(central.subarray(47, 75)).toEqual(
      Buffer.concat([
        Buffer.from('01001800', 'hex'),
        eightBytes(size),
        eightBytes(size),
        eightBytes(size + 1),
      ]),
    );
    const onlyOffset = centralHeader({ ...record, sizeBytes: 7 });
    expect(onlyOffset.readUInt32LE(24)).toBe(7);
    expect(onlyOffset.subarray(47, 59)).toEqual(
      Buffer.concat([Buffer.from('01000800', 'hex'), eightBytes(size + 1)]),
    );
  });

  it('end with a zip64 record of where the directory lies', () => {
    const end = endOfArchive({ entries: 1, directoryOffset: size, directoryBytes: 60 });
    expect(end).toHaveLength(56 + 20 + 22);
    expect(end.subarray(48, 56)).toEqual(eightBytes(size));
    expect(end.subarray(64, 72)).toEqual(eightBytes(size + 60));
    expect(end.subarray(-6, -2)).toEqual(full);
  });
});

it('leaves out a moment in UTC that its 32 bits cannot say', () => {
  const lengthOfExtra = (modifiedAt: Date) =>
    localHeader({ path: 'a', modifiedAt, checksum: 0, sizeBytes: 0, offset: 0 }).readUInt16LE(28);
  expect(lengthOfExtra(AT)).toBe(9);
  expect(lengthOfExtra(new Date('2040-01-01T00:00:00Z'))).toBe(0);
});
