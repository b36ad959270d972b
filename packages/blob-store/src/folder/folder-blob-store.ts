import { resolve } from 'node:path';

import type { RekeyableBlobStore } from '../port.ts';
import { ringOf, type MasterKeysGiven } from '../sealed/master-keys.ts';
import { openSealedBlobStore } from '../sealed/sealed-blob-store.ts';
import { makeDurably } from './durable-folder.ts';
import { FolderPlace } from './folder-place.ts';

export interface FolderBlobStoreOptions extends MasterKeysGiven {
  /** Made when missing. On a file system with hard links. */
  folder: string;
  /** Only read: nothing is made or changed in the folder, which may be on a medium that takes no writes. */
  readOnly?: boolean;
}

/**
 * Opens (or starts) a store in a folder.
 *
 * @throws WrongMasterKey, RangeError for a key of another length
 */
export async function openFolderBlobStore(options: FolderBlobStoreOptions): Promise<RekeyableBlobStore> {
  const ring = ringOf(options);
  const folder = resolve(options.folder);
  const readOnly = options.readOnly === true;
  if (!readOnly) await makeDurably(folder);
  const place = new FolderPlace(folder, { readOnly });
  if (!readOnly) await place.prepare();
  return openSealedBlobStore(place, ring);
}
