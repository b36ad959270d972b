import type { ConversionAnswer, ConversionInput } from '../../../intake/office/embedded/office-process.ts';
import { WorkerPool } from '../../../workers/worker-pool.ts';

/**
 * The embedded LibreOffice in one process for many documents: that each has its own is tried elsewhere, and starting it
 * is what takes time.
 */
export const embeddedOffice = () =>
  new WorkerPool<ConversionInput, ConversionAnswer>({
    module: new URL('../../../intake/office/embedded/office-process.ts', import.meta.url),
    size: 1,
    timeoutMs: 300_000,
    heapMb: 512,
    memoryMb: 2560,
    fresh: false,
    nodeOptions: ['--liftoff-only', '--no-warnings'],
  });
