import type { BlobStore } from '../port.ts';
import { assertMasterKey, openSealedBlobStore } from '../sealed/sealed-blob-store.ts';
import { BucketPlace } from './bucket-place.ts';
import type { S3Bucket } from './s3-bucket.ts';

export interface S3BlobStoreOptions {
  bucket: S3Bucket;
  /** 32 bytes. Every data key derives from it: without it nothing can be read. */
  masterKey: Uint8Array;
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
  masterKey,
  spoolFolder,
}: S3BlobStoreOptions): Promise<BlobStore> {
  assertMasterKey(masterKey);
  return openSealedBlobStore(new BucketPlace(bucket, spoolFolder), masterKey);
}
