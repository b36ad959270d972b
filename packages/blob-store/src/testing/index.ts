export { describeBlobStore } from './describe-blob-store.ts';
export type { BlobStoreHarness } from './describe-blob-store.ts';
export { goTool, NoGoTool, type GoTool } from './go-tool.ts';
export { S3Server, s3ServerPath, withS3Server } from './s3-server.ts';
