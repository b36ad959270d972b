import { resolve } from 'node:path';

import type { BlobStore } from '../port.ts';
import { assertMasterKey, openSealedBlobStore } from '../sealed/sealed-blob-store.ts';
import { makeDurably } from './durable-folder.ts';
import { FolderPlace } from './folder-place.ts';

export interface FolderBlobStoreOptions {
  /** Made when missing. On a file system with hard links. */
  folder: string;
  /** 32 bytes. Every data key derives from it: without it nothing can be read. */
  masterKey: Uint8Array;
}

/**
 * Opens (or starts) a store in a folder.
 *
 * @throws WrongMasterKey, RangeError for a key of another length
 */
export async function openFolderBlobStore(options: FolderBlobStoreOptions): Promise<BlobStore> {
  assertMasterKey(options.masterKey);
  const folder = resolve(options.folder);
  await makeDurably(folder);
  const place = new FolderPlace(folder);
  await place.prepare();
  return openSealedBlobStore(place, options.masterKey);
}
