import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { SETTING_NAMES } from '@lacre/adapters';

import { TokenKeyError, type TokenKeyOptions } from './token-key-error.ts';
import type { TokenAnswer, TokenTask } from './token-worker.ts';

const MODULE = fileURLToPath(new URL('token-worker.ts', import.meta.url));

/** The token, its module or the process that speaks to it failed; another process may succeed. */
export class TokenBroken extends Error {
  override readonly name = 'TokenBroken';
}

type Answer<Kind extends TokenAnswer['kind']> = Extract<TokenAnswer, { kind: Kind }>;
// Of each member by itself, so that a task keeps what its kind needs.
type WithoutId<Task> = Task extends unknown ? Omit<Task, 'id'> : never;

/** One process with a module loaded in it. It neither keeps this one alive nor outlives it. */
export class TokenProcess {
  readonly #child: ChildProcess;
  readonly #timeoutMs: number;
  readonly #waiting = new Map<number, PromiseWithResolvers<TokenAnswer>>();
  #next = 0;
  #broken: TokenBroken | undefined;

  /** @param timeoutMs how long an answer may take before the process is ended, milliseconds */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
    // Modules find their configuration by the environment; what the service is given is not for them.
    const ofModules = Object.entries(process.env).filter(([name]) => !SETTING_NAMES.has(name));
    this.#child = fork(MODULE, [], {
      env: Object.fromEntries(ofModules),
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (answer) => this.#answered(answer as TokenAnswer));
    this.#child.on('error', (error) => this.#break(error.message));
    this.#child.on('exit', (code, signal) => this.#break(`its process ended (${signal ?? code})`));
    this.#hold(false);
  }

  /** @throws TokenKeyError, TokenBroken */
  open(options: TokenKeyOptions): Promise<Answer<'opened'>> {
    return this.#ask({ kind: 'open', options }) as Promise<Answer<'opened'>>;
  }

  /** @throws TokenBroken */
  async sign(data: Uint8Array): Promise<Uint8Array> {
    return ((await this.#ask({ kind: 'sign', data })) as Answer<'signed'>).signature;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }

  async #ask(task: WithoutId<TokenTask>): Promise<TokenAnswer> {
    if (this.#broken !== undefined) throw this.#broken;
    const id = (this.#next += 1);
    const waiting = Promise.withResolvers<TokenAnswer>();
    this.#waiting.set(id, waiting);
    this.#hold(true);
    const timer = setTimeout(() => this.#break(`no answer in ${this.#timeoutMs} ms`), this.#timeoutMs);
    try {
      this.#child.send({ ...task, id }, (error) => {
        if (error !== null) this.#break(error.message);
      });
      const answer = await waiting.promise;
      if (answer.kind !== 'failed') return answer;
      if (answer.problem === 'broken') throw new TokenBroken(answer.detail);
      throw new TokenKeyError(answer.problem, answer.detail);
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#hold(false);
    }
  }

  #answered(answer: TokenAnswer): void {
    this.#waiting.get(answer.id)?.resolve(answer);
  }

  #break(why: string): void {
    this.#broken ??= new TokenBroken(why);
    for (const { reject } of this.#waiting.values()) reject(this.#broken);
    this.end();
  }

  #hold(isHeld: boolean): void {
    if (isHeld) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }
}
