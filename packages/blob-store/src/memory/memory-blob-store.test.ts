import { describeBlobStore } from '../testing/describe-blob-store.ts';
import { MemoryBlobStore } from './memory-blob-store.ts';

describeBlobStore('memory', async () => {
  const store = new MemoryBlobStore();
  return { store, reopen: async () => store, dispose: async () => {} };
});
