/**
 * A thread that runs inputs. Coverage has to be on before anything it is about is loaded, so that all
 * of it is loaded here, by name.
 */
import { parentPort, workerData } from 'node:worker_threads';

import { Coverage } from './coverage.ts';
import { Progress, type Task, type ThreadData } from './thread-contract.ts';

const { corpus, withCoverage, shared } = workerData as ThreadData;
const coverage = withCoverage ? new Coverage() : undefined;
const { FuzzTasks } = await import('./fuzz-tasks.ts');
const tasks = new FuzzTasks(corpus, new Progress(shared), coverage);

parentPort?.on('message', (task: Task) => {
  void tasks.run(task).then((result) => parentPort?.postMessage(result, []));
});
