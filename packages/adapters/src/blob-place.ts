import { join } from 'node:path';

import { openFolderBlobStore, type RekeyableBlobStore } from '@lacre/blob-store';
import { openS3BlobStore, readS3Address, S3Bucket } from '@lacre/blob-store/s3';

import { bucketMark } from './installation/bucket-mark.ts';
import type { MarkedStore } from './installation/facts.ts';
import { blobFolderMark } from './installation/folder-mark.ts';
import { masterKeysOf, type KeyRing } from './installation/own-keys.ts';
import { s3CredentialsOf, type S3Settings } from './s3-access.ts';

/** Where files are kept: in a folder, or in a bucket. */
export interface BlobPlace {
  /** Whose the files are. */
  mark: MarkedStore;
  /** @throws WrongMasterKey, BlobStoreUnavailable */
  open(keys: KeyRing): Promise<RekeyableBlobStore>;
}

/**
 * The bucket that is named, else the folder `blobs` of the data folder, where larger files also wait to be sent to the
 * bucket.
 *
 * @throws WrongEnvironment without credentials of the bucket
 */
export function blobPlace(settings: S3Settings, dataDir: string): BlobPlace {
  const credentials = s3CredentialsOf(settings);
  if (settings.S3_URL === undefined || credentials === undefined) {
    const folder = join(dataDir, 'blobs');
    return {
      mark: blobFolderMark(folder),
      open: (keys) => openFolderBlobStore({ folder, ...masterKeysOf(keys) }),
    };
  }
  const bucket = new S3Bucket(readS3Address(settings.S3_URL), credentials);
  return {
    mark: bucketMark(bucket),
    open: (keys) => openS3BlobStore({ bucket, ...masterKeysOf(keys), spoolFolder: join(dataDir, 'spool') }),
  };
}
