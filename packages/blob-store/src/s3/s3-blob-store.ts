import type { RekeyableBlobStore } from '../port.ts';
import { ringOf, type MasterKeysGiven } from '../sealed/master-keys.ts';
import { openSealedBlobStore } from '../sealed/sealed-blob-store.ts';
import { BucketPlace } from './bucket-place.ts';
import type { S3Bucket } from './s3-bucket.ts';

export interface S3BlobStoreOptions extends MasterKeysGiven {
  bucket: S3Bucket;
  /** Where larger blobs wait, encrypted, until they are sent. */
  spoolFolder: string;
}

/**
 * Opens (or starts) a store in a bucket, which exists.
 *
 * @throws WrongMasterKey, BlobStoreUnavailable, RangeError for a key of another length
 */
export async function openS3BlobStore({
  bucket,
  spoolFolder,
  ...keys
}: S3BlobStoreOptions): Promise<RekeyableBlobStore> {
  return openSealedBlobStore(new BucketPlace(bucket, spoolFolder), ringOf(keys));
}
