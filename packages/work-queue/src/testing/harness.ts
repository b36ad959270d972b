import type { ConsumeOptions, WorkQueue } from '../port.ts';

/** How the contract suite reaches an adapter's storage and harms it. */
export interface WorkQueueHarness {
  /** Opens the queue on this harness's storage, as one more process would. */
  open(): Promise<WorkQueue>;
  /**
   * Starts a consumer in another process (or what stands for one), whose handler never settles. Resolves when
   * that handler has a job; `kill` then ends it as SIGKILL does.
   */
  holdElsewhere(queue: string, options: ConsumeOptions): Promise<{ kill(): Promise<void> }>;
  /** Deletes all that the queue stored, under its feet. */
  wipe(): Promise<void>;
  /** Cuts every connection to the storage at once; it can be reached again soon after. */
  cutConnections(): Promise<void>;
  dispose(): Promise<void>;
}
