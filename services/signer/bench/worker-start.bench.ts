/**
 * What a worker's process takes until it answers: `node worker-start.bench.ts [--quick] [--json]`, with sources that were
 * stripped of their types beforehand and without, by turns. Medians of processor time and of memory (Linux, proc(5)).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';

const ROUNDS = process.argv.includes('--quick') ? 1 : 15;
const WORKERS = {
  intake: 'intake/intake-worker.ts',
  judge: 'validate/judge-worker.ts',
  evidence: 'evidence/evidence-worker.ts',
  text: 'template/text-worker.ts',
};
const CONFINED = ['--permission', '--allow-fs-read=*', '--allow-worker'];
const WAYS = {
  'strips types': CONFINED,
  'stripped beforehand': [...CONFINED, `--import=${import.meta.resolve('@lacre/stripped-sources/hook')}`],
};
/** `sysconf(_SC_CLK_TCK)`, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

interface Cost {
  cpuMs: number;
  residentMb: number;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** Of a task that the worker refuses, which it does once it has loaded all. */
async function start(module: string, execArgv: string[]): Promise<Cost> {
  const worker = fork(new URL(`../src/${module}`, import.meta.url), ['4096', String(process.pid)], {
    env: {},
    execArgv,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
  });
  const answer = once(worker, 'message');
  worker.send({ input: {}, apart: [], cpuMs: undefined });
  await answer;
  const [stat, status] = await Promise.all(
    ['stat', 'status'].map((name) => readFile(`/proc/${worker.pid}/${name}`, 'utf8')),
  );
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
  // Fields 14 and 15 of the line, counted behind the name in brackets, which is the second.
  const [, , , , , , , , , , , user, system] = (stat ?? '')
    .slice((stat ?? '').lastIndexOf(')') + 2)
    .split(' ');
  return {
    cpuMs: ((Number(user) + Number(system)) * 1000) / TICKS_PER_SECOND,
    residentMb: Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1]) / 1024,
  };
}

for (const [worker, module] of Object.entries(WORKERS)) {
  const costs = Object.entries(WAYS).map(([way, execArgv]) => ({ way, execArgv, taken: [] as Cost[] }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { execArgv, taken } of costs) taken.push(await start(module, execArgv));
  for (const { way, taken } of costs)
    console.log(
      JSON.stringify({
        worker,
        way,
        cpuMs: median(taken.map(({ cpuMs }) => cpuMs)),
        residentMb: Math.round(median(taken.map(({ residentMb }) => residentMb))),
      }),
    );
}
