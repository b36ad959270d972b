import { describeWorkQueue } from '../testing/describe-work-queue.ts';
import { MemoryStorage } from './memory-storage.ts';
import { MemoryWorkQueue } from './memory-work-queue.ts';

describeWorkQueue('memory', async () => {
  const storage = new MemoryStorage();
  return {
    open: async () => new MemoryWorkQueue({ storage }),
    holdElsewhere: async (queue, options) => {
      const elsewhere = new MemoryWorkQueue({ storage });
      const holding = Promise.withResolvers<void>();
      await elsewhere.consume(
        queue,
        () => {
          holding.resolve();
          return new Promise(() => {});
        },
        options,
      );
      await holding.promise;
      return { kill: async () => elsewhere.sever() };
    },
    wipe: async () => storage.wipe(),
    // Within one process there is no connection that could break.
    cutConnections: async () => {},
    dispose: async () => {},
  };
});
