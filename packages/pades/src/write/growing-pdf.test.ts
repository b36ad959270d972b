import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { GrowingPdf } from './growing-pdf.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('a file within its capacity keeps its buffer', async () => {
  const room = Buffer.alloc(64, 'x');
  room.write('file');
  const file = await GrowingPdf.open(room, 4);
  const before = file.pdf;
  file.append({ tail: Buffer.from(' tail') });
  expect(room.subarray(0, 12).toString()).toBe('file tailxxx');
  expect(before.toString()).toBe('file');
  expect(file.pdf.buffer).toBe(room.buffer);
  expect(file).toMatchObject({ sizeBytes: 9, sha256: sha256(Buffer.from('file tail')) });
});

test('without room it moves, and then has room for the next', async () => {
  const original = Buffer.from('file');
  const file = await GrowingPdf.open(original);
  file.append({ tail: Buffer.from(' tail') });
  const moved = file.pdf.buffer;
  file.append({ tail: Buffer.from(' and tail') });
  expect(original.toString()).toBe('file');
  expect(file.pdf.toString()).toBe('file tail and tail');
  expect(file.pdf.buffer).toBe(moved);
  expect(file.sha256).toBe(sha256(file.pdf));
});

test('never writes into memory that was not given to it', async () => {
  const shared = Buffer.from('file and what belongs to others');
  const file = await GrowingPdf.open(shared.subarray(0, 4));
  file.append({ tail: Buffer.from('!') });
  expect(shared.toString()).toBe('file and what belongs to others');
  expect(file.pdf.toString()).toBe('file!');
});

test('a kept hash state is continued, and stays usable', async () => {
  const original = Buffer.from('file');
  const hashState = createHash('sha256').update(original);
  const file = await GrowingPdf.open(original, 4, hashState);
  file.append({ tail: Buffer.from('!') });
  expect(file.sha256).toBe(sha256(Buffer.from('file!')));
  expect(hashState.digest('hex')).toBe(sha256(original));
});

test('a size beyond the buffer is refused', async () => {
  await expect(GrowingPdf.open(Buffer.alloc(4), 5)).rejects.toThrow(RangeError);
});

test('the parsed structure is handed on, with the file and its hash', async () => {
  const file = await GrowingPdf.open(Buffer.from('file'));
  expect(file.soFar.danglingNumbers).toBeUndefined();
  file.append({ tail: Buffer.from('!'), danglingNumbers: new Set([7]) });
  file.append({ tail: Buffer.from('?') });
  const { pdf, hashState } = file;
  expect(file.soFar).toEqual({ pdf, hashState, danglingNumbers: new Set([7]) });
});
