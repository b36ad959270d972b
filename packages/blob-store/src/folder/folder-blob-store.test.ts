import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { BlobCorrupted, WrongMasterKey } from '../port.ts';
import type { BlobStore } from '../port.ts';
import { FRAME_BYTES, HEADER_BYTES } from '../sealed/frames.ts';
import { describeBlobStore } from '../testing/describe-blob-store.ts';
import { sampleBytes, sha256Of } from '../testing/sample-bytes.ts';
import { openFolderBlobStore } from './folder-blob-store.ts';

const masterKey = Buffer.alloc(32, 7);
const SEALED = FRAME_BYTES + 16;

const frame = (file: Buffer, index: number) =>
  file.subarray(HEADER_BYTES + index * SEALED, HEADER_BYTES + (index + 1) * SEALED);

const flipped = (at: (file: Buffer) => number) => (file: Buffer) => {
  const altered = Buffer.from(file);
  const index = at(file);
  altered[index] = (altered[index] as number) ^ 1;
  return altered;
};
const header = (file: Buffer) => file.subarray(0, HEADER_BYTES);

const newFolder = () => mkdtemp(join(tmpdir(), 'lacre-blobs-'));

describeBlobStore('folder', async () => {
  const folder = await newFolder();
  const open = () => openFolderBlobStore({ folder, masterKey });
  return { store: await open(), reopen: open, dispose: () => rm(folder, { recursive: true }) };
});

describe('a folder of blobs', () => {
  let folder: string;
  let store: BlobStore;

  beforeEach(async () => {
    folder = await newFolder();
    store = await openFolderBlobStore({ folder, masterKey });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const pathOf = (sha256: string) => join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  test.each<[string, (file: Buffer) => Buffer]>([
    ['a bit of its magic flipped', flipped(() => 0)],
    ['a bit of its salt flipped', flipped(() => 20)],
    ['a bit of its first frame flipped', flipped(() => HEADER_BYTES)],
    ['a bit of its last tag flipped', flipped((file) => file.byteLength - 1)],
    ['its last byte cut off', (file) => file.subarray(0, -1)],
    ['its last frame cut off', (file) => file.subarray(0, HEADER_BYTES + 2 * SEALED)],
    ['all frames cut off', header],
    ['half its header cut off', (file) => file.subarray(0, 10)],
    ['everything cut off', () => Buffer.alloc(0)],
    ['a byte appended', (file) => Buffer.concat([file, Buffer.alloc(1)])],
    ['a frame appended', (file) => Buffer.concat([file, frame(file, 0)])],
    [
      'two frames exchanged',
      (file) => Buffer.concat([header(file), frame(file, 1), frame(file, 0), frame(file, 2)]),
    ],
    ['a frame dropped', (file) => Buffer.concat([header(file), frame(file, 1), frame(file, 2)])],
  ])('says that a blob is corrupted when it has %s', async (_, alter) => {
    const { sha256 } = await store.put(sampleBytes(3 * FRAME_BYTES - 100));
    const path = pathOf(sha256);
    const altered = alter(await readFile(path));
    await writeFile(path, altered);
    await expect(store.read(sha256)).rejects.toBeInstanceOf(BlobCorrupted);
    await expect(buffer(await store.get(sha256))).rejects.toBeInstanceOf(BlobCorrupted);
  });

  test('says that a blob is corrupted when another took its place', async () => {
    const { sha256 } = await store.put(Buffer.from('pago R$ 10'));
    const other = await store.put(Buffer.from('pago R$ 99'));
    await writeFile(pathOf(sha256), await readFile(pathOf(other.sha256)));
    await expect(store.read(sha256)).rejects.toBeInstanceOf(BlobCorrupted);
  });

  test('replaces a damaged copy by a good one', async () => {
    const bytes = sampleBytes(100_000);
    const { sha256 } = await store.put(bytes);
    await writeFile(pathOf(sha256), flipped(() => 5000)(await readFile(pathOf(sha256))));
    await store.put(bytes);
    expect((await store.read(sha256)).equals(bytes)).toBe(true);
  });

  test('does not touch the file of a blob stored again', async () => {
    const { sha256 } = await store.put(Buffer.from('contrato'));
    const before = await readFile(pathOf(sha256));
    await store.put(Buffer.from('contrato'));
    expect((await readFile(pathOf(sha256))).equals(before)).toBe(true);
  });

  test('discloses on the disk no content, nor that two blobs begin alike', async () => {
    const text = 'Contrato de prestação de serviços entre as partes abaixo. '.repeat(50);
    const first = await store.put(Buffer.from(text));
    const second = await store.put(Buffer.from(`${text}.`));
    const [a, b] = [await readFile(pathOf(first.sha256)), await readFile(pathOf(second.sha256))];
    expect(a.includes('Contrato')).toBe(false);
    expect(
      a.subarray(HEADER_BYTES, HEADER_BYTES + 32).equals(b.subarray(HEADER_BYTES, HEADER_BYTES + 32)),
    ).toBe(false);
  });

  test('does not open under another master key, nor one of another length', async () => {
    const other = { folder, masterKey: Buffer.alloc(32, 8) };
    await expect(openFolderBlobStore(other)).rejects.toBeInstanceOf(WrongMasterKey);
    await expect(openFolderBlobStore({ folder, masterKey: Buffer.alloc(16) })).rejects.toThrow(RangeError);
  });

  describe('whose master key is replaced', () => {
    const newKey = Buffer.alloc(32, 9);
    const rotated = () => openFolderBlobStore({ folder, masterKey: newKey, formerKeys: [masterKey] });
    const contents = [0, 10, FRAME_BYTES, 3 * FRAME_BYTES - 100].map((size) => sampleBytes(size));
    const never = new AbortController().signal;

    test('reads by the former key, writes by the new one, and refuses to open without either', async () => {
      const [before] = await Promise.all(contents.map((content) => store.put(content)));
      const both = await rotated();
      const after = await both.put(Buffer.from('depois'));
      expect(await both.read(before?.sha256 ?? '')).toEqual(contents[0]);
      expect(await both.needsFormerKeys()).toBe(true);
      for (const alone of [{ masterKey }, { masterKey: newKey }])
        await expect(openFolderBlobStore({ folder, ...alone })).rejects.toBeInstanceOf(WrongMasterKey);
      // An instance that only accepts the new key yet reads what one that uses it wrote.
      const accepting = await openFolderBlobStore({ folder, masterKey, formerKeys: [newKey] });
      expect(String(await accepting.read(after.sha256))).toBe('depois');
    });

    test('is encrypted anew by several processes at once, and resumed by another after an interruption', async () => {
      const blobs = await Promise.all(contents.map((content) => store.put(content)));
      const stopping = new AbortController();
      const first = await rotated();
      stopping.abort();
      expect(await first.reencrypt(stopping.signal)).toBe(0);
      const reading = (await first.get(blobs[3]?.sha256 ?? ''))[Symbol.asyncIterator]();
      const begun = (await reading.next()).value as Buffer;
      await Promise.all([first.reencrypt(never), (await rotated()).reencrypt(never)]);
      const rest = await buffer({ [Symbol.asyncIterator]: () => reading });
      expect(Buffer.concat([begun, rest])).toEqual(contents[3]);
      expect(await first.needsFormerKeys()).toBe(false);
      await first.retireFormerKeys();
      const alone = await openFolderBlobStore({ folder, masterKey: newKey });
      for (const [index, { sha256 }] of blobs.entries())
        expect(await alone.read(sha256)).toEqual(contents[index]);
      await expect(openFolderBlobStore({ folder, masterKey })).rejects.toBeInstanceOf(WrongMasterKey);
      expect(await readdir(join(folder, 'incoming'))).toEqual([]);
    });

    test('leaves a damaged blob as it is', async () => {
      const { sha256 } = await store.put(sampleBytes(3 * FRAME_BYTES));
      const damaged = flipped((file) => file.byteLength - 1)(await readFile(pathOf(sha256)));
      await writeFile(pathOf(sha256), damaged);
      const both = await rotated();
      expect(await both.reencrypt(never)).toBe(0);
      expect(await both.needsFormerKeys()).toBe(false);
      expect((await readFile(pathOf(sha256))).equals(damaged)).toBe(true);
    });
  });

  test('removes interrupted writes, and nothing else', async () => {
    const abandoned = join(folder, 'incoming', 'abandoned');
    const growing = join(folder, 'incoming', 'growing');
    await writeFile(abandoned, 'x');
    await writeFile(growing, 'x');
    const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000);
    await utimes(abandoned, twoDaysAgo, twoDaysAgo);
    await openFolderBlobStore({ folder, masterKey });
    expect(await readdir(join(folder, 'incoming'))).toEqual(['growing']);
  });

  test('closes the file of a reader who leaves early, or never begins', async () => {
    const { sha256 } = await store.put(sampleBytes(20 * FRAME_BYTES));
    const before = await openFiles();
    const left = await store.get(sha256);
    await once(left, 'data');
    left.pause();
    expect(await openFiles()).toBe(before + 1);
    left.destroy();
    (await store.get(sha256)).destroy();
    await expect.poll(openFiles).toBe(before);
  });

  test('keeps every acknowledged blob, and none by half, when its process is killed', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../testing/put-for-ever.ts'), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const acknowledged: string[] = [];
    let rest = '';
    child.stdout.on('data', (text: Buffer) => {
      const lines = (rest + text.toString()).split('\n');
      rest = lines.pop() ?? '';
      acknowledged.push(...lines);
      if (acknowledged.length >= 20) child.kill('SIGKILL');
    });
    await once(child, 'close');

    const reopened = await openFolderBlobStore({ folder, masterKey });
    const stored = await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true });
    const visible = stored.filter((entry) => entry.isFile()).map((entry) => entry.name);
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    expect(visible).toEqual(expect.arrayContaining(acknowledged));
    for (const sha256 of visible) expect(sha256Of(await reopened.read(sha256))).toBe(sha256);
  });
});

/** How many files this process has open (Linux, macOS). */
const openFiles = async () => (await readdir('/dev/fd')).length;
