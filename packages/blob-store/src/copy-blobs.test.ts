import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import { copyBlobs, type CopyCheckpoint, type CopyOptions } from './copy-blobs.ts';
import { MemoryBlobStore } from './memory/memory-blob-store.ts';
import { BlobCorrupted } from './port.ts';
import { sha256Of } from './testing/sample-bytes.ts';

const NOTHING: CopyCheckpoint = { verifiedTo: '', inFlight: [] };
const contentOf = (number: number) => Buffer.from(`anexo ${number}`);

/** Counts what is read of it whole, and may hold what rotted or be lost. */
class WatchedStore extends MemoryBlobStore {
  readonly wasRead: string[] = [];
  readonly rotten = new Set<string>();
  lostAfterPuts = Infinity;

  override async get(sha256: string): Promise<Readable> {
    this.wasRead.push(sha256);
    if (!this.rotten.has(sha256)) return super.get(sha256);
    return new Readable({
      read() {
        this.destroy(new BlobCorrupted(sha256, 'rotten'));
      },
    });
  }

  override async put(content: Parameters<MemoryBlobStore['put']>[0]) {
    if ((this.lostAfterPuts -= 1) < 0) throw new Error('lost');
    const blob = await super.put(content);
    this.rotten.delete(blob.sha256);
    return blob;
  }
}

async function filled(count: number): Promise<WatchedStore> {
  const store = new WatchedStore();
  for (let number = 0; number < count; number += 1) await store.put(contentOf(number));
  return store;
}

async function copied(options: Pick<CopyOptions, 'from' | 'to'> & Partial<CopyOptions>) {
  let checkpoint = options.checkpoint ?? NOTHING;
  const onCheckpoint = async (next: CopyCheckpoint) => void (checkpoint = next);
  const outcome = await copyBlobs({ isFinal: false, checkpoint, ...options, onCheckpoint }).catch(String);
  return { outcome, checkpoint };
}

const addressesIn = (store: MemoryBlobStore) => Array.fromAsync(store.addresses());

test('copies all, and reads each back', async () => {
  const [from, to] = [await filled(20), new WatchedStore()];
  const { outcome } = await copied({ from, to });
  expect(outcome).toMatchObject({ blobs: 20, copied: 20, removed: 0 });
  expect(await addressesIn(to)).toEqual(await addressesIn(from));
  expect(to.wasRead.toSorted()).toEqual(await addressesIn(from));
});

test('resumes after an interruption, and reads back blobs that may be incomplete', async () => {
  const [from, to] = [await filled(40), new WatchedStore()];
  to.lostAfterPuts = 19;
  const lost = await copied({ from, to });
  expect(lost.outcome).toContain('lost');
  expect(lost.checkpoint.inFlight).toHaveLength(8);
  to.lostAfterPuts = Infinity;
  const before = await addressesIn(to);
  to.wasRead.length = 0;
  const { outcome } = await copied({ from, to, checkpoint: lost.checkpoint });
  expect(outcome).toMatchObject({ blobs: 40, copied: 40 - before.length });
  const verified = (await addressesIn(from)).filter((sha256) => sha256 <= lost.checkpoint.verifiedTo);
  expect(verified).toHaveLength(16);
  expect(to.wasRead.toSorted()).toEqual((await addressesIn(from)).filter((one) => !verified.includes(one)));
});

test('copies blobs added before its position', async () => {
  const [from, to] = [await filled(30), new WatchedStore()];
  const { checkpoint } = await copied({ from, to });
  for (let number = 30; number < 60; number += 1) await from.put(contentOf(number));
  to.lostAfterPuts = 6;
  const lost = await copied({ from, to, checkpoint });
  to.lostAfterPuts = Infinity;
  const written = (await addressesIn(to)).filter((one) => lost.checkpoint.inFlight.includes(one));
  expect(written).not.toEqual([]);
  to.rotten.add(written[0] as string);
  const { outcome } = await copied({ from, to, checkpoint: lost.checkpoint });
  expect(outcome).toMatchObject({ blobs: 60 });
  expect(to.rotten.size).toBe(0);
  expect(await addressesIn(to)).toEqual(await addressesIn(from));
});

test('removes blobs that the source no longer has, in the final pass', async () => {
  const [from, to] = [await filled(10), await filled(12)];
  expect((await copied({ from, to })).outcome).toMatchObject({ blobs: 10, removed: 0 });
  expect(await addressesIn(to)).toHaveLength(12);
  expect((await copied({ from, to, isFinal: true })).outcome).toMatchObject({ blobs: 10, removed: 2 });
  expect(await addressesIn(to)).toEqual(await addressesIn(from));
});

test('stops at a blob of the source that is damaged, and names it', async () => {
  const [from, to] = [await filled(10), new WatchedStore()];
  const damaged = sha256Of(contentOf(3));
  from.rotten.add(damaged);
  expect((await copied({ from, to, isFinal: true })).outcome).toContain(damaged);
  expect(await to.has(damaged)).toBe(false);
});
