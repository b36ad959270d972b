import { randomUUID } from 'node:crypto';

import { parsePayload } from '../delivery/limits.ts';
import { UnknownDeadLetter } from '../port.ts';
import type { DeadLetter, DeadLetterCount } from '../port.ts';

export interface StoredJob {
  id: string;
  queue: string;
  dedupeKey: string;
  /** As JSON text, so that no objects are shared through the queue. */
  payload: string;
  attempts: number;
  /** When it may be delivered; while it is held, when the hold runs out. Epoch milliseconds. */
  dueAtMs: number;
  hold: string | undefined;
}

/** What several {@link MemoryWorkQueue}s share, as several processes share a database. */
export class MemoryStorage {
  readonly #jobs = new Map<string, StoredJob>();
  readonly #deadLetters = new Map<string, { queue: string; letter: DeadLetter }>();
  readonly #listeners = new Set<(queue: string) => void>();

  /** False when the job is there already. */
  add(queue: string, dedupeKey: string, payload: string, delayMs: number): boolean {
    const place = placeOf(queue, dedupeKey);
    if (this.#jobs.has(place)) return false;
    const dueAtMs = Date.now() + delayMs;
    this.#jobs.set(place, {
      id: randomUUID(),
      queue,
      dedupeKey,
      payload,
      attempts: 0,
      dueAtMs,
      hold: undefined,
    });
    for (const listener of this.#listeners) listener(queue);
    return true;
  }

  claim(queue: string, limit: number, visibilityMs: number): StoredJob[] {
    const nowMs = Date.now();
    const due = this.#of(queue).filter((job) => job.dueAtMs <= nowMs);
    due.sort((a, b) => a.dueAtMs - b.dueAtMs);
    const claimed = due.slice(0, limit);
    for (const job of claimed) {
      job.attempts += 1;
      job.dueAtMs = nowMs + visibilityMs;
      job.hold = randomUUID();
    }
    return structuredClone(claimed);
  }

  untilNextDueMs(queue: string): number | undefined {
    const due = this.#of(queue).map((job) => job.dueAtMs);
    return due.length === 0 ? undefined : Math.min(...due) - Date.now();
  }

  /** The stored job, if `held` still holds it. */
  holding(held: StoredJob): StoredJob | undefined {
    const job = this.#jobs.get(placeOf(held.queue, held.dedupeKey));
    return job?.hold === held.hold ? job : undefined;
  }

  remove(job: StoredJob): void {
    this.#jobs.delete(placeOf(job.queue, job.dedupeKey));
  }

  bury(job: StoredJob, lastError: string): void {
    this.remove(job);
    const { id, queue, dedupeKey, attempts } = job;
    const payload = parsePayload(job.payload);
    const letter = { id, payload, dedupeKey, attempts, lastError, diedAt: new Date() };
    this.#deadLetters.set(id, { queue, letter });
  }

  deadLetters(queue: string): DeadLetter[] {
    const found = [...this.#deadLetters.values()].filter((dead) => dead.queue === queue);
    return structuredClone(found.map((dead) => dead.letter));
  }

  deadLetterCounts(): DeadLetterCount[] {
    const byQueue = Object.groupBy(this.#deadLetters.values(), ({ queue }) => queue);
    return Object.entries(byQueue)
      .map(([queue, dead = []]) => ({
        queue,
        count: dead.length,
        newestAt: new Date(Math.max(...dead.map(({ letter }) => letter.diedAt.getTime()))),
      }))
      .toSorted((a, b) => b.count - a.count || a.queue.localeCompare(b.queue));
  }

  /** @throws UnknownDeadLetter */
  exhume(queue: string, id: string): DeadLetter {
    const dead = this.#deadLetters.get(id);
    if (dead?.queue !== queue) throw new UnknownDeadLetter(`Queue ${queue} has no dead letter ${id}`);
    this.#deadLetters.delete(id);
    return dead.letter;
  }

  /** Loses everything, as a truncated table does. */
  wipe(): void {
    this.#jobs.clear();
    this.#deadLetters.clear();
  }

  /** Calls `listener` with the queue's name after each new job; returns what ends that. */
  listen(listener: (queue: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #of(queue: string): StoredJob[] {
    return [...this.#jobs.values()].filter((job) => job.queue === queue);
  }
}

const placeOf = (queue: string, dedupeKey: string): string => `${queue} ${dedupeKey}`;
