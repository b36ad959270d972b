import { getHeapStatistics } from 'node:v8';

import type { Surroundings, Target } from '../targets/target.ts';

/** What one input may use up. */
export interface InputLimits {
  /** Processor time of the thread, in milliseconds: others may be busy. */
  readonly cpuMs: number;
  /** Heap and buffers together. */
  readonly growthBytes: number;
}

/**
 * A reader decodes up to 128 MB by its own limits, and holds some of it twice while it undoes a
 * predictor.
 */
export const INPUT_LIMITS: InputLimits = { cpuMs: 2000, growthBytes: 320 * 1024 * 1024 };

export type Problem = 'crash' | 'hang' | 'memory';

export interface RunResult {
  /** In a word or two: `refused code`, or what the target says. */
  readonly outcome: string;
  readonly problem?: { readonly kind: Problem; readonly message: string; readonly stack: string };
}

/** Runs one input, and tells what came of it. */
export async function runInput(
  target: Target,
  input: Uint8Array,
  at: Surroundings,
  limits = INPUT_LIMITS,
): Promise<RunResult> {
  const memoryBefore = memoryInUse();
  const cpuBefore = process.threadCpuUsage();
  const result = await outcomeOf(target, input, at);
  const { user, system } = process.threadCpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1000;
  if (result.problem) return result;
  if (cpuMs > limits.cpuMs) return problem('hang', `${Math.round(cpuMs)} ms of processor time`);
  const grown = memoryInUse() - memoryBefore;
  return grown > limits.growthBytes ? problem('memory', `${Math.round(grown / 1048576)} MB`) : result;
}

async function outcomeOf(target: Target, input: Uint8Array, at: Surroundings): Promise<RunResult> {
  try {
    return { outcome: await target.run(input, at) };
  } catch (error) {
    if (error instanceof Error && target.refusals.some((refusal) => error instanceof refusal)) {
      return { outcome: `refused ${withoutNumbers(error.message)}` };
    }
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return problem('crash', message, stack);
  }
}

export function problem(kind: Problem, message: string, stack = ''): RunResult {
  return { outcome: kind, problem: { kind, message, stack } };
}

function memoryInUse(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + external;
}

/** Messages that differ by offsets and names only are one. */
function withoutNumbers(message: string): string {
  return message.replaceAll(/[\d.]+/g, '#').slice(0, 80);
}

/** What makes two findings the same: the kind, and the innermost places in the source. */
export function signatureOf(
  target: string,
  { kind, message, stack }: NonNullable<RunResult['problem']>,
): string {
  const places = [...stack.matchAll(/packages\/pades\/(?:src|cli)\/([\w/-]+\.ts:\d+)/g)].slice(0, 3);
  return [
    target,
    kind,
    kind === 'crash' ? withoutNumbers(message) : '',
    ...places.map(([, place]) => place),
  ].join(' | ');
}
