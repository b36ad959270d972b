export interface Limits {
  /** The processor time that the process may have used by then, microseconds; the signal that ends it beyond that. */
  spend: Float64Array;
  memoryBytes: number;
  /** Process of the service, which may be gone before this one has begun. */
  serviceId: number;
}

/** What the watching thread does. It is handed over as text, and so reaches nothing outside of itself. */
function watch({ spend, memoryBytes, serviceId }: Limits): void {
  /** How often the process is looked at, milliseconds. */
  const everyMs = 25;
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > (spend[0] ?? Infinity)) process.kill(process.pid, spend[1]);
    else if (process.memoryUsage.rss() > memoryBytes || process.ppid !== serviceId)
      process.kill(process.pid, 'SIGKILL');
  }, everyMs);
}

/**
 * The thread's program, for a `Worker` that evaluates it with `Limits` as its data: for a module in TypeScript, Node
 * would load its compiler a second time.
 */
export const WATCHING_PROGRAM = `(${watch.toString()})(require('node:worker_threads').workerData)`;
