import { workerData } from 'node:worker_threads';

/** How often the process is looked at, milliseconds. */
const EVERY_MS = 25;

/** What the thread is told: the processor time that the process may have used by then, microseconds, and its memory. */
interface Limits {
  spendUntil: Float64Array;
  memoryBytes: number;
}

const { spendUntil, memoryBytes } = workerData as Limits;
const parent = process.ppid;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  // Of the signals for a time that has run out, one that leaves no core file: it would hold what people uploaded.
  if (user + system > (spendUntil[0] ?? Infinity)) process.kill(process.pid, 'SIGVTALRM');
  else if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent)
    process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
