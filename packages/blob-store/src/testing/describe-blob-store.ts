import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { BlobNotFound } from '../port.ts';
import type { BlobStore } from '../port.ts';
import { sampleBytes, sha256Of } from './sample-bytes.ts';

export interface BlobStoreHarness {
  store: BlobStore;
  /** Another opening of the same store, as a second process has it. */
  reopen(): Promise<BlobStore>;
  dispose(): Promise<void>;
}

async function* inChunks(bytes: Buffer, chunkBytes: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < bytes.byteLength; offset += chunkBytes) {
    yield bytes.subarray(offset, offset + chunkBytes);
  }
}

/** What every blob store promises (see the port); an adapter's test gives its name and how to make one. */
export function describeBlobStore(name: string, make: () => Promise<BlobStoreHarness>): void {
  describe(`${name} blob store`, () => {
    let harness: BlobStoreHarness;
    let store: BlobStore;

    beforeEach(async () => {
      harness = await make();
      store = harness.store;
    });
    afterEach(() => harness.dispose());

    const absent = sha256Of(Buffer.from('never stored'));

    test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 1_000_003])(
      'gives back %i bytes under their SHA-256',
      async (sizeBytes) => {
        const bytes = sampleBytes(sizeBytes);
        const blob = await store.put(bytes);
        expect(blob).toEqual({ sha256: sha256Of(bytes), sizeBytes });
        expect((await store.read(blob.sha256)).equals(bytes)).toBe(true);
        expect((await buffer(await store.get(blob.sha256))).equals(bytes)).toBe(true);
        expect(await store.size(blob.sha256)).toBe(sizeBytes);
        expect(await store.has(blob.sha256)).toBe(true);
      },
    );

    test.each([1, 1000, 65_536, 200_000])('takes a stream in chunks of %i bytes', async (chunkBytes) => {
      const bytes = sampleBytes(chunkBytes === 1 ? 70_000 : 300_000);
      const blob = await store.put(Readable.from(inChunks(bytes, chunkBytes)));
      expect(blob).toEqual({ sha256: sha256Of(bytes), sizeBytes: bytes.byteLength });
      expect((await store.read(blob.sha256)).equals(bytes)).toBe(true);
    });

    test.each([
      [0, 0],
      [0, 1],
      [65_535, 65_537],
      [65_536, 131_072],
      [70_000, 200_000],
      [199_999, 200_000],
      [200_000, 200_000],
    ])('gives the bytes from %i up to %i', async (start, end) => {
      const bytes = sampleBytes(200_000);
      const { sha256 } = await store.put(bytes);
      expect((await buffer(await store.slice(sha256, start, end))).equals(bytes.subarray(start, end))).toBe(
        true,
      );
    });

    test('gives no bytes that a blob does not have', async () => {
      const { sha256 } = await store.put(sampleBytes(100));
      for (const [start, end] of [
        [0, 101],
        [-1, 5],
        [6, 5],
      ] as const)
        await expect(store.slice(sha256, start, end)).rejects.toThrow(RangeError);
      await expect(store.slice(absent, 0, 1)).rejects.toBeInstanceOf(BlobNotFound);
    });

    test('gives the same answer for the same bytes, also to several at once', async () => {
      const bytes = sampleBytes(100_000);
      const blobs = await Promise.all(Array.from({ length: 8 }, () => store.put(bytes)));
      expect(new Set(blobs.map((blob) => blob.sha256))).toEqual(new Set([sha256Of(bytes)]));
      expect((await store.read(sha256Of(bytes))).equals(bytes)).toBe(true);
    });

    test('shows to others what it stored', async () => {
      const { sha256 } = await store.put(Buffer.from('contrato'));
      const other = await harness.reopen();
      expect((await other.read(sha256)).toString()).toBe('contrato');
    });

    test('fails with the error of a source that fails, and stores nothing', async () => {
      const bytes = sampleBytes(200_000);
      async function* failing() {
        yield bytes;
        throw new Error('connection lost');
      }
      await expect(store.put(failing())).rejects.toThrow('connection lost');
      expect(await store.has(sha256Of(bytes))).toBe(false);
    });

    test('keeps its own copy of what it took and gave', async () => {
      const bytes = Buffer.from('contrato');
      const { sha256 } = await store.put(bytes);
      bytes.fill(0);
      (await store.read(sha256)).fill(0);
      expect((await store.read(sha256)).toString()).toBe('contrato');
    });

    test.each([absent, absent.toUpperCase(), '', '..', '../../key-check', `${absent}/..`, `${absent}\0`])(
      'has nothing at %j',
      async (address) => {
        expect(await store.has(address)).toBe(false);
        await expect(store.get(address)).rejects.toBeInstanceOf(BlobNotFound);
        await expect(store.read(address)).rejects.toBeInstanceOf(BlobNotFound);
        await expect(store.size(address)).rejects.toBeInstanceOf(BlobNotFound);
      },
    );

    test('removes one blob and no other, and takes it again', async () => {
      const [kept, removed] = [Buffer.from('contrato'), sampleBytes(200_000)];
      const { sha256 } = await store.put(removed);
      const other = await store.put(kept);
      await store.remove(sha256);
      expect(await (await harness.reopen()).has(sha256)).toBe(false);
      await expect(store.get(sha256)).rejects.toBeInstanceOf(BlobNotFound);
      expect((await store.read(other.sha256)).equals(kept)).toBe(true);
      await store.put(removed);
      expect((await store.read(sha256)).equals(removed)).toBe(true);
    });

    test('gives all of a blob that is removed while it is read, or finds none', async () => {
      const content = sampleBytes(500_000);
      const { sha256 } = await store.put(content);
      const begun = await store.get(sha256);
      const slice = await store.slice(sha256, 0, 400_000);
      await store.remove(sha256);
      for (const [stream, bytes] of [
        [begun, content],
        [slice, content.subarray(0, 400_000)],
      ] as const) {
        const outcome = await buffer(stream).then(
          (read) => read.equals(bytes),
          (error: unknown) => error instanceof BlobNotFound,
        );
        expect(outcome).toBe(true);
      }
    });

    test('names every blob once, in order, from any on', async () => {
      const blobs = await Promise.all(
        Array.from({ length: 12 }, (_, seed) => store.put(sampleBytes(100, seed + 1))),
      );
      const all = blobs.map(({ sha256 }) => sha256).toSorted();
      const removed = all[3] as string;
      await store.remove(removed);
      const left = all.filter((sha256) => sha256 !== removed);
      expect(await Array.fromAsync(store.addresses())).toEqual(left);
      expect(await Array.fromAsync(store.addresses({ after: all[5] as string }))).toEqual(left.slice(5));
      expect(await Array.fromAsync(store.addresses({ after: removed }))).toEqual(left.slice(3));
      expect(await Array.fromAsync(store.addresses({ after: all.at(-1) as string }))).toEqual([]);
    });

    test.each([absent, '', '../../key-check', `${absent}/..`])(
      'has removed %j, where nothing is, already',
      async (address) => {
        const { sha256 } = await store.put(Buffer.from('contrato'));
        await store.remove(address);
        expect(await store.has(sha256)).toBe(true);
        await expect(harness.reopen()).resolves.toBeDefined();
      },
    );

    test('lets a reader leave early', async () => {
      const { sha256 } = await store.put(sampleBytes(500_000));
      const stream = await store.get(sha256);
      await once(stream, 'data');
      stream.destroy();
      await once(stream, 'close');
      expect((await store.read(sha256)).byteLength).toBe(500_000);
    });
  });
}
