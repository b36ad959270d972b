import { REFUSALS, type IntakeRefusal } from '../../intake/intake-refusal.ts';
import { WorkerFailed, WorkerPool } from '../../workers/worker-pool.ts';
import type { WordFilling } from './fill-word.ts';
import type { WordContent } from './read-word.ts';
import type { ClauseAnswers } from './word-clauses.ts';
import type { WordAnswer, WordTask } from './word-worker.ts';

/** Processor time of one document, milliseconds: a contract of forty pages takes 60. */
const CPU_MS = 3_000;

/** Reads and fills Word documents in a process of its own: what people upload is not opened in the service. */
export class WordFiller {
  readonly #pool = new WorkerPool<WordTask, WordAnswer>({
    module: new URL('./word-worker.ts', import.meta.url),
    size: 1,
    timeoutMs: 30_000,
    heapMb: 384,
    fresh: false,
  });

  /** Its placeholders, all of them or those that a use with these answers shows, or why it is not to be opened. */
  async read(file: Buffer, answers?: ClauseAnswers): Promise<WordContent | { refusal: IntakeRefusal }> {
    try {
      const answer = await this.#pool.run({ kind: 'read', file, answers }, { cpuMs: CPU_MS });
      if (answer.kind === 'refused') return { refusal: REFUSALS[answer.refusal] };
      if (answer.kind === 'filled') throw new Error('a document was to be read');
      return answer;
    } catch (error) {
      if (error instanceof WorkerFailed) return { refusal: REFUSALS.officeTooHeavy };
      throw error;
    }
  }

  /**
   * The document with its placeholders filled; undefined when the texts come to more than `maxCharacters`.
   *
   * @throws Error, WorkerFailed; the signal's reason when it was given up
   */
  async fill(
    file: Buffer,
    filling: WordFilling,
    { maxCharacters, signal }: { maxCharacters: number; signal?: AbortSignal | undefined },
  ): Promise<Buffer | undefined> {
    const task = { kind: 'fill', file, filling, maxCharacters } as const;
    const answer = await this.#pool.run(task, { cpuMs: CPU_MS, signal });
    if (answer.kind !== 'filled') throw new Error('a document that was read before cannot be filled');
    return answer.file && Buffer.from(answer.file.buffer, answer.file.byteOffset, answer.file.length);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
