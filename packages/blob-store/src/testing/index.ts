export { describeBlobStore } from './describe-blob-store.ts';
export type { BlobStoreHarness } from './describe-blob-store.ts';
