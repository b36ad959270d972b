export { InvalidS3Address, readS3Address, s3Place, type S3Address } from './s3-address.ts';
export { openS3BlobStore, type S3BlobStoreOptions } from './s3-blob-store.ts';
export { S3Bucket } from './s3-bucket.ts';
export type { S3Credentials } from './s3-client.ts';
export { S3Error } from './s3-error.ts';
