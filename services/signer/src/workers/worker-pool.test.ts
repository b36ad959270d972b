import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { WorkerPool } from './worker-pool.ts';

interface Task {
  kind: string;
  one?: Uint8Array;
  other?: Uint8Array;
}

const opened: WorkerPool<Task, unknown>[] = [];
afterAll(() => Promise.all(opened.map((workers) => workers.close())));

function pool(options: {
  fresh: boolean | ((answer: unknown) => boolean);
  size?: number;
  timeoutMs?: number;
  idleMs?: number;
}) {
  const made = new WorkerPool<Task, unknown>({
    module: new URL('../testing/sample-worker.ts', import.meta.url),
    size: 1,
    timeoutMs: 30_000,
    heapMb: 32,
    memoryMb: 256,
    ...options,
  });
  opened.push(made);
  return made;
}

it('keeps a process for the next task, or takes a fresh one', async () => {
  const kept = pool({ fresh: false });
  expect([await kept.run({ kind: 'answer' }), await kept.run({ kind: 'answer' })]).toEqual([1, 2]);
  const fresh = pool({ fresh: true });
  expect([await fresh.run({ kind: 'answer' }), await fresh.run({ kind: 'answer' })]).toEqual([1, 1]);
});

it('loads sources that were stripped of their types beforehand', async () => {
  const write = fileURLToPath(import.meta.resolve('@lacre/stripped-sources/write'));
  const { status, stderr } = spawnSync(process.execPath, [write], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  expect(await pool({ fresh: true }).run({ kind: 'say whether the compiler is loaded' })).toBe(false);
});

it('takes a fresh process when the answer asks for it, or the task threw', async () => {
  const workers = pool({ fresh: (answer) => answer === 2 });
  const answers: unknown[] = [];
  for (let task = 0; task < 3; task += 1) answers.push(await workers.run({ kind: 'answer' }));
  expect(answers).toEqual([1, 2, 1]);
  await expect(workers.run({ kind: 'throw' })).rejects.toThrow('as told');
  expect(await workers.run({ kind: 'answer' })).toBe(1);
});

it('ends a process that has had nothing to do for long, and starts another when there is', async () => {
  const workers = pool({ fresh: false, idleMs: 50 });
  expect(await workers.run({ kind: 'answer' })).toBe(1);
  // A process that is kept would count on.
  const answers: unknown[] = [];
  while (answers.at(-1) !== 1) {
    await pause(200);
    answers.push(await workers.run({ kind: 'answer' }));
  }
  expect(answers.at(-1)).toBe(1);
});

describe('a process that does not come up', () => {
  /** A pool whose processes are counted as they start, and come up from the third on. */
  async function slowPool(startedBefore: string) {
    const folder = await mkdtemp(join(tmpdir(), 'lacre-slow-start-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const started = join(folder, 'started');
    await writeFile(started, startedBefore);
    const workers = new WorkerPool<Task, string>({
      module: new URL('../testing/slow-start-worker.ts', import.meta.url),
      size: 1,
      timeoutMs: 60_000,
      heapMb: 32,
      memoryMb: 256,
      fresh: true,
      launcher: ['/bin/sh', '-c', `echo once >> ${started}; exec "$0" "$@"`],
      nodeOptions: [`--title=${started}`],
    });
    onTestFinished(() => workers.close());
    return workers;
  }

  it('is replaced by another, and its task is not lost', async () => {
    const workers = await slowPool('');
    expect(await workers.run({ kind: 'answer', one: randomBytes(3_000_000) })).toBe('answered');
  });

  it('fails its task once five have failed', async () => {
    const workers = await slowPool('never\n');
    await expect(workers.run({ kind: 'answer' })).rejects.toMatchObject({ why: 'timeout', atStart: true });
  });
});

it('bounds the processor time of a task, whatever the clock says', async () => {
  const workers = pool({ fresh: false, timeoutMs: 60_000 });
  await workers.run({ kind: 'answer' });
  expect(await workers.run({ kind: 'spin a little' }, { cpuMs: 30_000 })).toBe(2);
  await expect(workers.run({ kind: 'spin' }, { cpuMs: 200 })).rejects.toMatchObject({ why: 'timeout' });
  // What waits takes no processor time: no clock ends it.
  expect(await workers.run({ kind: 'wait' }, { cpuMs: 200 })).toBe(1);
});

it('passes on the error of a task, and runs the next', async () => {
  const workers = pool({ fresh: false });
  await expect(workers.run({ kind: 'throw' })).rejects.toThrow('as told');
  expect(await workers.run({ kind: 'answer' })).toBe(2);
});

it.each([
  ['spins', 'spin', 'timeout'],
  ['fills its heap', 'fill', 'memory'],
  ['fills its heap within one call', 'fill one map', 'memory'],
  ['fills memory outside its heap', 'fill outside the heap', 'memory'],
  ['ends itself', 'exit', 'crash'],
] as const)('ends a process that %s, and runs the next by another', async (_what, kind, why) => {
  const workers = pool({ fresh: false, ...(why === 'timeout' ? { timeoutMs: 4000 } : {}) });
  await expect(workers.run({ kind })).rejects.toMatchObject({ name: 'WorkerFailed', why });
  expect(await workers.run({ kind: 'answer' })).toBe(1);
});

it('keeps a process from writing, starting others, and reading settings of the service', async () => {
  const workers = pool({ fresh: false });
  for (const kind of ['write', 'run'])
    await expect(workers.run({ kind })).rejects.toThrow('has been restricted');
  expect(Object.keys(process.env).length).toBeGreaterThan(3);
  // The channel's own names alone.
  expect(await workers.run({ kind: 'tell' })).toBeLessThanOrEqual(2);
});

it.each([
  [
    'busy or not',
    `await Promise.all([pool.run({ kind: 'answer' }), pool.run({ kind: 'wait' })]);
     void pool.run({ kind: 'spin' });`,
  ],
  ['before they have begun', `for (let task = 0; task < 2; task += 1) void pool.run({ kind: 'spin' });`],
])('ends its processes with the service, %s, however it ends', { timeout: 60_000 }, async (_when, work) => {
  const script = `
    const { WorkerPool } = await import(${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)});
    const module = new URL(${JSON.stringify(new URL('../testing/sample-worker.ts', import.meta.url).href)});
    const pool = new WorkerPool({ module, size: 2, timeoutMs: 60_000, heapMb: 64, fresh: false });
    ${work}
    const { globSync, readFileSync } = await import('node:fs');
    console.log(globSync('/proc/self/task/*/children').map((path) => readFileSync(path, 'utf8')).join(' '));
  `;
  const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [told] = (await once(service.stdout, 'data')) as [Buffer];
  const pids = told.toString().split(' ').map(Number).filter(Boolean);
  expect(pids.length).toBeGreaterThanOrEqual(2);
  service.kill('SIGKILL');
  // A process that is over has no folder, or waits for its parent to reap it.
  const runs = (pid: number): boolean => {
    const path = `/proc/${pid}/status`;
    return existsSync(path) && !/State:\s+Z/.test(readFileSync(path, 'utf8'));
  };
  await vi.waitUntil(() => !pids.some(runs), { timeout: 40_000, interval: 50 });
});

it('ends a task that is given up, begins none that waited, and has its place free again', async () => {
  const workers = pool({ fresh: false });
  await workers.run({ kind: 'answer' });
  const [spinning, waiting] = [new AbortController(), new AbortController()];
  const first = workers.run({ kind: 'spin' }, { signal: spinning.signal });
  const second = workers.run({ kind: 'spin' }, { signal: waiting.signal });
  const third = workers.run({ kind: 'answer' });
  // The first has its process by then.
  await new Promise(setImmediate);
  waiting.abort(new Error('not wanted'));
  spinning.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect(second).rejects.toThrow('not wanted');
  // In another process: the one that spun has ended.
  expect(await third).toBe(1);
  const late = AbortSignal.abort(new Error('too late'));
  await expect(workers.run({ kind: 'spin' }, { signal: late })).rejects.toThrow('too late');
});

describe('files in a task', () => {
  /** What stands around it in its buffer is no part of it. */
  const fileOf = (sizeBytes: number): Uint8Array => randomBytes(sizeBytes + 20).subarray(10, 10 + sizeBytes);
  const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

  it.each([
    [0, 1],
    [65_535, 65_536],
    [65_536, 65_535],
    [65_536, 5_000_000],
  ])('of %i and %i bytes arrive as they are', async (first, second) => {
    const workers = pool({ fresh: false });
    const [one, other] = [fileOf(first), fileOf(second)];
    for (let task = 0; task < 2; task += 1)
      expect(await workers.run({ kind: 'hash', one, other })).toEqual([sha256Of(one), sha256Of(other)]);
    expect(await workers.run({ kind: 'hash', other })).toEqual([undefined, sha256Of(other)]);
    expect(await workers.run({ kind: 'answer' })).toBe(4);
  });

  it('are sent to the next process when one ended with them', async () => {
    const workers = pool({ fresh: false });
    const one = fileOf(5_000_000);
    await expect(workers.run({ kind: 'exit', one })).rejects.toMatchObject({ why: 'crash' });
    expect(await workers.run({ kind: 'hash', one })).toEqual([sha256Of(one), undefined]);
  });
});

it('runs many tasks one after another', async () => {
  const workers = pool({ fresh: false, size: 2 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => workers.run({ kind: 'answer' })));
  expect(answers).toHaveLength(10);
  expect(Math.max(...answers.map(Number))).toBeGreaterThanOrEqual(5);
});

it('does not keep a process alive that has nothing else to do', { timeout: 60_000 }, () => {
  const script = `
    const { WorkerPool } = await import(${JSON.stringify(new URL('./worker-pool.ts', import.meta.url).href)});
    const module = new URL(${JSON.stringify(new URL('../testing/sample-worker.ts', import.meta.url).href)});
    const options = { module, size: 1, timeoutMs: 9000, heapMb: 64 };
    for (const fresh of [true, false]) await new WorkerPool({ ...options, fresh }).run({ kind: 'answer' });
  `;
  const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 50_000,
  });
  expect({ status, signal }).toEqual({ status: 0, signal: null });
});
