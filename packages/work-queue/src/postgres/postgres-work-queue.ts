import { setTimeout as sleep } from 'node:timers/promises';

import type { Pool } from 'pg';

import { ConsumerSet } from '../delivery/consumer-set.ts';
import type { HeldJob } from '../delivery/deliver.ts';
import { DueConsumer } from '../delivery/due-consumer.ts';
import type { JobSource } from '../delivery/due-consumer.ts';
import { checkConsumeOptions, checkedPayload, checkQueueName } from '../delivery/limits.ts';
import type {
  ConsumeOptions,
  Consumer,
  DeadLetter,
  DeadLetterCount,
  FaultListener,
  JobHandler,
  Json,
  NewJob,
  PublishOptions,
  PublishResult,
  WorkQueue,
} from '../port.ts';
import { Batch } from './batch.ts';
import { JobTable } from './job-table.ts';
import type { ClaimedRow, NewRow, RowHold } from './job-table.ts';
import { WakeUpLine } from './wake-up-line.ts';

export interface PostgresWorkQueueOptions {
  /**
   * From `createPool`, on a database migrated with `workQueueSchema`; not ended by `close()`. One connection more is
   * opened beside it for wake-ups once there is a consumer.
   */
  pool: Pool;
  /** How late a job may be when its wake-up was lost, as with the process that published it. Default 5,000 ms. */
  lostAfterMs?: number;
  onFault?: FaultListener;
}

/** The embedded default: jobs are rows, claimed with SKIP LOCKED, woken by NOTIFY after the commit. */
export function openPostgresWorkQueue(options: PostgresWorkQueueOptions): WorkQueue {
  return new PostgresWorkQueue(options);
}

class PostgresWorkQueue implements WorkQueue {
  readonly #table: JobTable;
  readonly #line: WakeUpLine;
  readonly #removals: Batch<RowHold>;
  readonly #consumers = new ConsumerSet<DueConsumer>();
  readonly #lostAfterMs: number;
  readonly #closing = new AbortController();
  #watching: Promise<void> | undefined;
  readonly #onFault: FaultListener;

  constructor(options: PostgresWorkQueueOptions) {
    this.#lostAfterMs = options.lostAfterMs ?? 5000;
    this.#onFault = options.onFault ?? (() => {});
    this.#table = new JobTable(options.pool);
    this.#removals = new Batch((held) => this.#table.remove(held));
    this.#line = new WakeUpLine(options.pool, (queue) => this.#wake(queue), this.#onFault);
  }

  /** Commit point: the insert. */
  async publish(queue: string, payload: Json, options: PublishOptions): Promise<PublishResult> {
    checkQueueName(queue);
    const row = newRow({ ...options, payload });
    this.#consumers.assertOpen();
    const inserted = await this.#table.insert(queue, [row]);
    if (inserted > 0) this.#announce(queue);
    return { duplicate: inserted === 0 };
  }

  async publishMany(queue: string, jobs: readonly NewJob[]): Promise<void> {
    checkQueueName(queue);
    const rows = jobs.map(newRow);
    this.#consumers.assertOpen();
    if (rows.length > 0 && (await this.#table.insert(queue, rows)) > 0) this.#announce(queue);
  }

  async consume(queue: string, handler: JobHandler, options: ConsumeOptions): Promise<Consumer> {
    checkQueueName(queue);
    checkConsumeOptions(options);
    this.#consumers.assertOpen();
    this.#line.listen();
    this.#watching ??= this.#watchForLost();
    const consumer: DueConsumer = new DueConsumer(this.#source(), queue, handler, options, {
      onFault: this.#onFault,
      onStopped: () => this.#consumers.delete(consumer),
    });
    return this.#consumers.add(consumer);
  }

  async deadLetters(queue: string): Promise<DeadLetter[]> {
    checkQueueName(queue);
    this.#consumers.assertOpen();
    return this.#table.deadLetters(queue);
  }

  async deadLetterCounts(): Promise<DeadLetterCount[]> {
    this.#consumers.assertOpen();
    return this.#table.deadLetterCounts();
  }

  async replayDeadLetter(queue: string, id: string): Promise<void> {
    checkQueueName(queue);
    this.#consumers.assertOpen();
    await this.#table.replay(queue, id);
    this.#announce(queue);
  }

  async ping(): Promise<void> {
    this.#consumers.assertOpen();
    await this.#table.ping();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#consumers.close();
    await this.#watching;
    await this.#line.close();
  }

  /** Consumers of this process hear it at once, the others through the database. */
  #announce(queue: string): void {
    this.#wake(queue);
    this.#line.send(queue);
  }

  #wake(queue: string | undefined): void {
    for (const consumer of this.#consumers) {
      if (queue === undefined || consumer.queue === queue) consumer.wake();
    }
  }

  /** One look for all consumers: a job whose wake-up was lost is found by it alone. */
  async #watchForLost(): Promise<void> {
    const { signal } = this.#closing;
    for (;;) {
      await sleep(this.#lostAfterMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      const queues = [...new Set([...this.#consumers].map(({ queue }) => queue))];
      try {
        for (const queue of await this.#table.queuesDue(queues)) this.#wake(queue);
      } catch (error) {
        this.#onFault('jobs whose wake-up was lost could not be looked for', error);
      }
    }
  }

  #source(): JobSource {
    return {
      claim: async (queue, limit, visibilityMs) => {
        const askedAtMs = performance.now();
        const { rows, nextDueMs } = await this.#table.claim(queue, limit, visibilityMs);
        return { jobs: rows.map((row) => this.#held(queue, row, askedAtMs, visibilityMs)), nextDueMs };
      },
    };
  }

  #held(queue: string, row: ClaimedRow, heldSinceMs: number, visibilityMs: number): HeldJob {
    const { id, dedupeKey, payload, attempts: attempt } = row;
    return {
      job: { id, queue, dedupeKey, payload, attempt },
      heldSinceMs,
      extend: () => this.#table.extend(row, visibilityMs),
      acknowledge: () => this.#removals.add(row),
      retry: (delayMs, counted) => this.#table.putOff(row, delayMs, counted),
      bury: (reason) => this.#table.bury(row, reason),
    };
  }
}

function newRow(job: NewJob): NewRow {
  return { dedupeKey: job.dedupeKey, payload: checkedPayload(job), delayMs: job.delayMs ?? 0 };
}
