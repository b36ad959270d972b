import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import {
  type Drawing,
  type DrawingEngine,
  type DrawingMode,
  DRAWING_LIMIT_MS,
  PACKAGED_MODES,
  type PackagedEngine,
} from './drawing-engine.ts';

/** What the process of an engine is sent; it answers with a {@link Drawing}. */
export interface DrawingRequest {
  readonly pdf: Uint8Array;
  readonly mode: DrawingMode;
}

/** What the process sends first, before any drawing. */
export const READY = 'ready';

/**
 * An engine from npm in a process of its own: what is busy for ever in WebAssembly or JavaScript can be ended from outside
 * only, and what takes all memory takes that of its process.
 */
export class ConfinedEngine implements DrawingEngine {
  readonly modes: readonly DrawingMode[];
  readonly name: PackagedEngine;
  readonly #limitMs: number;
  #process: ChildProcess | undefined;
  /** The drawing before: a process draws one file at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(name: PackagedEngine, limitMs = DRAWING_LIMIT_MS) {
    this.name = name;
    this.modes = PACKAGED_MODES[name];
    this.#limitMs = limitMs;
  }

  draw(pdf: Uint8Array, mode: DrawingMode): Promise<Drawing> {
    const drawing = this.#last.then(() => this.#ask({ pdf, mode }));
    this.#last = drawing.catch(() => undefined);
    return drawing;
  }

  async #ask(request: DrawingRequest): Promise<Drawing> {
    const child = (this.#process ??= await this.#start());
    child.ref();
    child.channel?.ref();
    const answered = new AbortController();
    const { signal } = answered;
    const timer = setTimeout(() => child.kill('SIGKILL'), this.#limitMs);
    const began = performance.now();
    child.send(request);
    try {
      const outcome = await Promise.race([
        once(child, 'message', { signal }).then(([drawing]) => drawing as Drawing),
        once(child, 'exit', { signal }).then(() => undefined),
      ]);
      if (outcome !== undefined) return outcome;
      this.#process = undefined;
      if (performance.now() - began >= this.#limitMs) return { overLimitMs: this.#limitMs };
      return { refused: 'the engine ended' };
    } finally {
      clearTimeout(timer);
      answered.abort();
      // An idle engine does not keep the campaign from ending.
      child.unref();
      child.channel?.unref();
    }
  }

  async #start(): Promise<ChildProcess> {
    // Without its output: some engines print what they think of a file.
    const child = fork(join(import.meta.dirname, 'engine-process.ts'), [this.name], {
      serialization: 'advanced',
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const started = await Promise.race([
      once(child, 'message').then(([word]) => word === READY),
      once(child, 'exit').then(() => false),
    ]);
    if (!started) throw new Error(`${this.name} does not start`);
    return child;
  }
}
