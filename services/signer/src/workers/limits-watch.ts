import { workerData } from 'node:worker_threads';

/** How often the process is looked at, milliseconds. */
const EVERY_MS = 25;

export interface Limits {
  /** The processor time that the process may have used by then, microseconds; the signal that ends it beyond that. */
  spend: Float64Array;
  memoryBytes: number;
  /** Process of the service, which may be gone before this one has begun. */
  serviceId: number;
}

const { spend, memoryBytes, serviceId } = workerData as Limits;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (user + system > (spend[0] ?? Infinity)) process.kill(process.pid, spend[1]);
  else if (process.memoryUsage.rss() > memoryBytes || process.ppid !== serviceId)
    process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
