import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { HashingStream } from './hashing-stream.ts';

test('passes the bytes on and knows their hash and number at the end', async () => {
  const hashing = new HashingStream();
  const passed = await buffer(Readable.from([Buffer.from('con'), Buffer.from('trato')]).pipe(hashing));
  expect(passed.toString()).toBe('contrato');
  expect(hashing.sizeBytes).toBe(8);
  expect(hashing.sha256).toBe(createHash('sha256').update('contrato').digest('hex'));
});

test('gives no hash before the stream has ended', () => {
  const hashing = new HashingStream();
  hashing.write('con');
  expect(() => hashing.sha256).toThrow('only after the stream has ended');
});
