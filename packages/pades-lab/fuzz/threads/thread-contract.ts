import type { Corpus, GenuineFile } from '../corpus/seed.ts';
import type { CoveredFunction } from './coverage.ts';
import type { Problem } from './run-input.ts';

/** What a thread is started with. */
export interface ThreadData {
  readonly corpus: Corpus;
  readonly withCoverage: boolean;
  /** Where the thread says what it is at, see {@link Progress}. */
  readonly shared: SharedArrayBuffer;
}

export type Task =
  /** Looks for inputs that reach something new, one after the other. */
  | {
      readonly kind: 'scout';
      readonly target: string;
      readonly seed: number;
      readonly runs: number;
      readonly skip: readonly number[];
    }
  /** Runs inputs by number. */
  | {
      readonly kind: 'bulk';
      readonly target: string;
      readonly seed: number;
      readonly from: number;
      readonly to: number;
      readonly kept: readonly Uint8Array[];
      readonly genuine: readonly GenuineFile[];
      readonly skip: readonly number[];
    }
  /** Runs one input as it is. */
  | { readonly kind: 'input'; readonly target: string; readonly input: Uint8Array }
  /** Makes a finding smaller. */
  | {
      readonly kind: 'minimize';
      readonly target: string;
      readonly input: Uint8Array;
      readonly signature: string;
    };

export interface Finding {
  readonly target: string;
  readonly problem: Problem;
  readonly message: string;
  readonly stack: string;
  readonly signature: string;
  /** `scout 17` or `bulk 4711`: the same seed makes it again. */
  readonly number: string;
  readonly input: Uint8Array;
}

export interface TaskResult {
  readonly inputs: number;
  readonly outcomes: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
  /** Of a scout: what to go on from. */
  readonly kept: readonly Uint8Array[];
  /** What its owner made of genuine files on the way. */
  readonly genuine: readonly GenuineFile[];
  readonly functions: readonly CoveredFunction[];
}

const HEADER_INTS = 4;

/**
 * The input that a thread is at, in memory that outlives it: should it hang or run out of memory, that
 * is the input that did it.
 */
export class Progress {
  readonly shared: SharedArrayBuffer;
  readonly #header: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(shared = new SharedArrayBuffer(HEADER_INTS * 4 + 262_144)) {
    this.shared = shared;
    this.#header = new Int32Array(shared, 0, HEADER_INTS);
    this.#bytes = new Uint8Array(shared, HEADER_INTS * 4);
  }

  begin(number: number, input: Uint8Array): void {
    this.#bytes.set(input.subarray(0, this.#bytes.length));
    this.#header[1] = number;
    this.#header[2] = Math.min(input.length, this.#bytes.length);
    Atomics.store(this.#header, 3, Date.now() & 0x7fffffff);
    Atomics.store(this.#header, 0, 1);
  }

  end(): void {
    Atomics.store(this.#header, 0, 0);
  }

  /** How long the thread has been at its input, in milliseconds; 0 when it is at none. */
  get runningMs(): number {
    if (Atomics.load(this.#header, 0) === 0) return 0;
    return ((Date.now() & 0x7fffffff) - Atomics.load(this.#header, 3)) & 0x7fffffff;
  }

  get number(): number {
    return this.#header[1] as number;
  }

  get input(): Uint8Array {
    return Uint8Array.from(this.#bytes.subarray(0, this.#header[2] as number));
  }
}
