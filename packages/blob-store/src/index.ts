export { copyBlobs, type CopyCheckpoint, type CopyFigures, type CopyOptions } from './copy-blobs.ts';
export { openFolderBlobStore } from './folder/folder-blob-store.ts';
export type { FolderBlobStoreOptions } from './folder/folder-blob-store.ts';
export { HashingStream } from './hashing-stream.ts';
export { MemoryBlobStore } from './memory/memory-blob-store.ts';
export { BlobCorrupted, BlobNotFound, BlobStoreUnavailable, WrongMasterKey } from './port.ts';
export type { BlobContent, BlobStore, RekeyableBlobStore, StoredBlob } from './port.ts';
