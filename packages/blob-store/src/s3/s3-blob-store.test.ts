import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { BlobCorrupted, BlobStoreUnavailable, WrongMasterKey, type BlobStore } from '../port.ts';
import { describeBlobStore } from '../testing/describe-blob-store.ts';
import { FailingLine } from '../testing/failing-line.ts';
import { S3Server, withS3Server } from '../testing/s3-server.ts';
import { sampleBytes, sha256Of } from '../testing/sample-bytes.ts';
import { PART_BYTES } from './bucket-place.ts';
import { readS3Address } from './s3-address.ts';
import { openS3BlobStore } from './s3-blob-store.ts';
import { S3Bucket } from './s3-bucket.ts';

const masterKey = Buffer.alloc(32, 7);

await withS3Server('blobs in a real S3 service', (binary) => {
  let server: S3Server;
  let spoolFolder: string;
  let bucketCount = 0;

  beforeAll(async () => {
    server = await S3Server.start(binary);
    spoolFolder = await mkdtemp(join(tmpdir(), 'lacre-spool-'));
  });
  afterAll(async () => {
    await server.dispose();
    await rm(spoolFolder, { recursive: true });
  });

  const bucketAt = (url: string) => new S3Bucket(readS3Address(url), server.credentials);
  const openAt = (bucket: S3Bucket, key = masterKey) =>
    openS3BlobStore({ bucket, masterKey: key, spoolFolder });
  const newBucket = () => server.makeBucket(`blobs-${(bucketCount += 1)}`);

  describeBlobStore('S3', async () => {
    const bucket = bucketAt(server.url(newBucket(), 'lacre/prod'));
    return { store: await openAt(bucket), reopen: () => openAt(bucket), dispose: async () => {} };
  });

  describe('a bucket of blobs', () => {
    let name: string;
    let bucket: S3Bucket;
    let store: BlobStore;
    const keyOf = (sha256: string) => `blobs/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
    const pathOf = (sha256: string) => server.fileOf(name, keyOf(sha256));

    beforeEach(async () => {
      name = newBucket();
      bucket = bucketAt(server.url(name));
      store = await openAt(bucket);
    });

    test('reads a small object as it was at one moment, also when it is exchanged between two requests', async () => {
      const later = Buffer.from('later');
      await bucket.put('mark', Buffer.from('at first'), { replaces: true });
      const head = bucket.head.bind(bucket);
      vi.spyOn(bucket, 'head').mockImplementationOnce(async (key) => {
        const found = await head(key);
        await bucket.put(key, later, { replaces: true });
        return found;
      });
      expect(await bucket.read('mark')).toEqual(later);
    });

    test('sends a blob larger than a part in parts, and leaves no file on this machine', async () => {
      const bytes = Buffer.alloc(2 * PART_BYTES + 12_345, sampleBytes(1_000_003));
      async function* inPieces() {
        for (let at = 0; at < bytes.byteLength; at += 300_000) yield bytes.subarray(at, at + 300_000);
      }
      const blob = await store.put(inPieces());
      expect(blob).toEqual({ sha256: sha256Of(bytes), sizeBytes: bytes.byteLength });
      expect((await store.read(blob.sha256)).equals(bytes)).toBe(true);
      const [start, end] = [PART_BYTES - 100, PART_BYTES + 70_000];
      const middle = await buffer(await store.slice(blob.sha256, start, end));
      expect(middle.equals(bytes.subarray(start, end))).toBe(true);
      const { etag } = (await bucket.head(keyOf(blob.sha256))) ?? {};
      expect(await store.put(bytes)).toEqual(blob);
      // The one that was there was read, found whole and left.
      expect((await bucket.head(keyOf(blob.sha256)))?.etag).toBe(etag);
      expect(await readdir(spoolFolder)).toEqual([]);
    });

    test('lists no blob of a multipart upload whose source failed', async () => {
      async function* failing() {
        yield Buffer.alloc(PART_BYTES);
        throw new Error('connection lost');
      }
      expect(await bucket.putParts('a', failing(), { replaces: false }).catch(String)).toContain(
        'connection lost',
      );
      expect(await bucket.head('a')).toBeUndefined();
      expect(await Array.fromAsync(bucket.keys('a'))).toEqual([]);
    });

    test('never overwrites, by one request or in parts, unless that is asked for', async () => {
      const parts = async function* (text: string) {
        yield Buffer.from(text);
      };
      expect(await bucket.put('a', Buffer.from('one'), { replaces: false })).toBe(true);
      expect(await bucket.put('a', Buffer.from('two'), { replaces: false })).toBe(false);
      expect(await bucket.putParts('a', parts('two'), { replaces: false })).toBe(false);
      expect(String(await bucket.read('a'))).toBe('one');
      expect(await bucket.putParts('a', parts('three'), { replaces: true })).toBe(true);
      expect(String(await bucket.read('a'))).toBe('three');
    });

    test('lists more names than one answer has, in order', async () => {
      const names = ['a/1', 'a/2', 'a/3', 'a/4', 'b/1'];
      for (const key of names) await bucket.put(key, Buffer.from(key), { replaces: false });
      expect(await Array.fromAsync(bucket.keys('a/', { atOnce: 2 }))).toEqual(names.slice(0, 4));
      expect(await Array.fromAsync(bucket.keys('a/', { after: 'a/2', atOnce: 1 }))).toEqual(['a/3', 'a/4']);
    });

    test('says that a blob is corrupted when the object was altered', async () => {
      const { sha256 } = await store.put(sampleBytes(200_000));
      const altered = await readFile(pathOf(sha256));
      altered[100_000] = (altered[100_000] as number) ^ 1;
      await writeFile(pathOf(sha256), altered);
      await expect(store.read(sha256)).rejects.toBeInstanceOf(BlobCorrupted);
      await expect(buffer(await store.slice(sha256, 90_000, 110_000))).rejects.toBeInstanceOf(BlobCorrupted);
    });

    test('replaces a damaged copy by a good one, and no other', async () => {
      const bytes = sampleBytes(100_000);
      const { sha256 } = await store.put(bytes);
      const first = await readFile(pathOf(sha256));
      await store.put(bytes);
      expect((await readFile(pathOf(sha256))).equals(first)).toBe(true);
      await writeFile(pathOf(sha256), first.subarray(0, 50_000));
      await store.put(bytes);
      expect((await store.read(sha256)).equals(bytes)).toBe(true);
    });

    test('discloses no content to the service', async () => {
      const text = 'Contrato de prestação de serviços entre as partes abaixo. '.repeat(50);
      const { sha256 } = await store.put(Buffer.from(text));
      expect((await readFile(pathOf(sha256))).includes('Contrato')).toBe(false);
    });

    test('does not open under another master key, nor one of another length', async () => {
      await expect(openAt(bucket, Buffer.alloc(32, 8))).rejects.toBeInstanceOf(WrongMasterKey);
      await expect(openAt(bucket, Buffer.alloc(16))).rejects.toThrow(RangeError);
    });

    test('keeps installations apart that share a bucket, by their prefixes', async () => {
      const [one, two] = await Promise.all(
        ['um', 'dois'].map((prefix) => openAt(bucketAt(server.url(name, prefix)))),
      );
      const { sha256 } = (await one?.put(Buffer.from('contrato'))) ?? { sha256: '' };
      expect([await one?.has(sha256), await two?.has(sha256), await store.has(sha256)]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await Array.fromAsync(two?.addresses() ?? [])).toEqual([]);
    });

    test('survives a short outage, and reports a long one', async () => {
      const { sha256 } = await store.put(sampleBytes(1000));
      await server.stop();
      const reading = store.read(sha256);
      await server.start();
      expect((await reading).byteLength).toBe(1000);
      const stranger = new S3Bucket(readS3Address(server.url(name)), {
        ...server.credentials,
        secretAccessKey: 'another',
      });
      const refused: unknown = await stranger.head('a').catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(BlobStoreUnavailable);
      const nobodys = bucketAt(server.url('nobodys')).put('a', Buffer.from('a'), { replaces: false });
      await expect(nobodys).rejects.toBeInstanceOf(BlobStoreUnavailable);
    });
  });

  describe('behind a line that fails', () => {
    let line: FailingLine;
    let store: BlobStore;
    let bucket: S3Bucket;

    beforeEach(async () => {
      line = await FailingLine.to(server.endpoint);
      const url = server.url(newBucket()).replace(server.endpoint, line.endpoint);
      bucket = bucketAt(url);
      store = await openAt(bucket);
      return () => line.close();
    });

    test.each(['before', 'after'] as const)(
      'a blob is stored once when the answer fails %s it was done',
      async (when) => {
        const bytes = sampleBytes(10_000);
        line.fail('PUT', when);
        const { sha256 } = await store.put(bytes);
        expect(line.failed).toBe(1);
        expect((await store.read(sha256)).equals(bytes)).toBe(true);
      },
    );

    test.each(['before', 'after'] as const)(
      'an upload in parts ends once when the answer to its end fails %s it was done',
      async (when) => {
        const bytes = Buffer.alloc(PART_BYTES + 100, sampleBytes(1_000_003));
        line.fail('POST', when, /uploadId/);
        const { sha256 } = await store.put(bytes);
        expect(line.failed).toBe(1);
        expect((await store.read(sha256)).equals(bytes)).toBe(true);
      },
    );

    test('resumes a body that breaks off', async () => {
      const bytes = sampleBytes(900_000);
      const { sha256 } = await store.put(bytes);
      line.cutBodyAfter(300_000);
      expect((await store.read(sha256)).equals(bytes)).toBe(true);
      expect(line.failed).toBe(1);
    });

    test('notices bytes that changed on their way to the service', async () => {
      line.alterBodies();
      await expect(store.put(sampleBytes(10_000))).rejects.toBeInstanceOf(BlobStoreUnavailable);
      expect(await Array.fromAsync(store.addresses())).toEqual([]);
    });
  });
});
