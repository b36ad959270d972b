import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, expect, it } from 'vitest';

import { ThreadPool } from './thread-pool.ts';

interface Task {
  kind: 'answer' | 'throw' | 'spin' | 'wait' | 'fill' | 'exit';
}

const opened: ThreadPool<Task, number>[] = [];
afterAll(() => Promise.all(opened.map((threads) => threads.close())));

function pool(options: {
  fresh: boolean | ((answer: number) => boolean);
  size?: number;
  timeoutMs?: number;
  idleMs?: number;
}) {
  const made = new ThreadPool<Task, number>({
    module: new URL('../testing/sample-thread.ts', import.meta.url),
    size: 1,
    timeoutMs: 1500,
    heapMb: 32,
    ...options,
  });
  opened.push(made);
  return made;
}

it('keeps a thread for the next task, or takes a fresh one', async () => {
  const kept = pool({ fresh: false });
  expect([await kept.run({ kind: 'answer' }), await kept.run({ kind: 'answer' })]).toEqual([1, 2]);
  const fresh = pool({ fresh: true });
  expect([await fresh.run({ kind: 'answer' }), await fresh.run({ kind: 'answer' })]).toEqual([1, 1]);
});

it('takes a fresh thread when the answer says so, or the task threw', async () => {
  const threads = pool({ fresh: (answer) => answer === 2 });
  const answers: number[] = [];
  for (let task = 0; task < 3; task += 1) answers.push(await threads.run({ kind: 'answer' }));
  expect(answers).toEqual([1, 2, 1]);
  await expect(threads.run({ kind: 'throw' })).rejects.toThrow('as told');
  expect(await threads.run({ kind: 'answer' })).toBe(1);
});

it('ends a thread that has had nothing to do for long, and starts another when there is', async () => {
  const threads = pool({ fresh: false, idleMs: 50 });
  expect(await threads.run({ kind: 'answer' })).toBe(1);
  // A thread that is kept would count on.
  const answers: number[] = [];
  while (answers.at(-1) !== 1) {
    await pause(200);
    answers.push(await threads.run({ kind: 'answer' }));
  }
  expect(answers.at(-1)).toBe(1);
});

it('bounds the processor time of a task, whatever the clock says', async () => {
  const threads = pool({ fresh: false, timeoutMs: 60_000 });
  await threads.run({ kind: 'answer' });
  const startedAt = performance.now();
  await expect(threads.run({ kind: 'spin' }, [], { cpuMs: 200 })).rejects.toMatchObject({ why: 'timeout' });
  expect(performance.now() - startedAt).toBeGreaterThan(200);
  // What waits takes no processor time: no clock ends it.
  expect(await threads.run({ kind: 'wait' }, [], { cpuMs: 200 })).toBe(1);
});

it('passes on what a task throws, and goes on', async () => {
  const threads = pool({ fresh: false });
  await expect(threads.run({ kind: 'throw' })).rejects.toThrow('as told');
  expect(await threads.run({ kind: 'answer' })).toBe(2);
});

it.each([
  ['spins', 'spin', 'timeout'],
  ['fills its memory', 'fill', 'memory'],
  ['ends itself', 'exit', 'crash'],
] as const)('ends a thread that %s, and goes on with another', async (_what, kind, why) => {
  const threads = pool({ fresh: false });
  await expect(threads.run({ kind })).rejects.toMatchObject({ name: 'ThreadFailed', why });
  expect(await threads.run({ kind: 'answer' })).toBe(1);
});

it('runs many tasks in turn', async () => {
  const threads = pool({ fresh: false, size: 2 });
  const answers = await Promise.all(Array.from({ length: 10 }, () => threads.run({ kind: 'answer' })));
  expect(answers).toHaveLength(10);
  expect(Math.max(...answers)).toBeGreaterThanOrEqual(5);
});

it('does not keep a process alive that has nothing else to do', { timeout: 30_000 }, () => {
  const script = `
    const { ThreadPool } = await import(${JSON.stringify(new URL('./thread-pool.ts', import.meta.url).href)});
    const module = new URL(${JSON.stringify(new URL('../testing/sample-thread.ts', import.meta.url).href)});
    const options = { module, size: 1, timeoutMs: 9000, heapMb: 64 };
    for (const fresh of [true, false]) await new ThreadPool({ ...options, fresh }).run({ kind: 'answer' });
  `;
  const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    timeout: 15_000,
  });
  expect({ status, signal }).toEqual({ status: 0, signal: null });
});
