export { describeBlobStore } from './describe-blob-store.ts';
export type { BlobStoreHarness } from './describe-blob-store.ts';
export { S3Server, s3ServerPath, withS3Server } from './s3-server.ts';
