import { resolve } from 'node:path';

import type { RekeyableBlobStore } from '../port.ts';
import { ringOf, type MasterKeysGiven } from '../sealed/master-keys.ts';
import { openSealedBlobStore } from '../sealed/sealed-blob-store.ts';
import { makeDurably } from './durable-folder.ts';
import { FolderPlace } from './folder-place.ts';

export interface FolderBlobStoreOptions extends MasterKeysGiven {
  /** Made when missing. On a file system with hard links. */
  folder: string;
}

/**
 * Opens (or starts) a store in a folder.
 *
 * @throws WrongMasterKey, RangeError for a key of another length
 */
export async function openFolderBlobStore(options: FolderBlobStoreOptions): Promise<RekeyableBlobStore> {
  const ring = ringOf(options);
  const folder = resolve(options.folder);
  await makeDurably(folder);
  const place = new FolderPlace(folder);
  await place.prepare();
  return openSealedBlobStore(place, ring);
}
