import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { WrongMasterKey } from '../port.ts';
import { openFolderBlobStore } from './folder-blob-store.ts';

const masterKey = Buffer.alloc(32, 7);

it('is read without anything being made in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lacre-blobs-'));
  try {
    await expect(openFolderBlobStore({ folder, masterKey, readOnly: true })).rejects.toThrow('ENOENT');
    expect(await readdir(folder)).toEqual([]);
    const { sha256 } = await (await openFolderBlobStore({ folder, masterKey })).put(Buffer.from('contrato'));
    await rm(join(folder, 'incoming'), { recursive: true });
    await chmod(folder, 0o500);
    const store = await openFolderBlobStore({ folder, masterKey, readOnly: true });
    expect((await store.read(sha256)).toString()).toBe('contrato');
    expect(await readdir(folder)).toEqual(['blobs', 'key-check']);
    const other = { folder, masterKey: Buffer.alloc(32, 8), readOnly: true };
    await expect(openFolderBlobStore(other)).rejects.toBeInstanceOf(WrongMasterKey);
  } finally {
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true });
  }
});
