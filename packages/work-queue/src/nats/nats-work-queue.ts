import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';

import { ConsumerSet } from '../delivery/consumer-set.ts';
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
import { natsConnectionOptions, type NatsAccess } from './connection-options.ts';
import { inParallel, JobStorage } from './job-storage.ts';
import { NatsLink } from './nats-link.ts';
import { PullingConsumer } from './pulling-consumer.ts';
import { storageLayout } from './storage-layout.ts';
import type { StorageLayout } from './storage-layout.ts';

export interface NatsWorkQueueOptions {
  /** `NATS_URL`; see {@link natsConnectionOptions}. */
  url: string;
  access?: NatsAccess;
  /** Keeps deployments apart that share a NATS account. Default `lacre`. */
  namespace?: string;
  /** Copies of each stream in a cluster; those that are there are brought to as many. Default: as they are, else 1. */
  replicas?: number;
  onFault?: FaultListener;
}

/**
 * Production: jobs are messages of a JetStream stream, made when missing. Works with nats-server 2.9 and later.
 * Delays go by the clocks of publishers and consumers, which should agree within a second. The server syncs
 * its files now and then, not at each publish: a cluster with replicas is what survives a loss of power. It
 * writes down what it delivered and what was answered after the fact: one that is killed delivers again what
 * was in flight or answered just before, while its first holder may still be at it.
 *
 * @throws when the first connection fails, or a stream is there with settings that cannot work.
 */
export async function openNatsWorkQueue(options: NatsWorkQueueOptions): Promise<WorkQueue> {
  const layout = storageLayout(options.namespace ?? 'lacre');
  const connection = await connect(natsConnectionOptions(options.url, options.access));
  const queue = new NatsWorkQueue(connection, layout, options);
  try {
    await queue.prepare();
    return queue;
  } catch (error) {
    await queue.close();
    throw error;
  }
}

class NatsWorkQueue implements WorkQueue {
  readonly #link: NatsLink;
  readonly #storage: JobStorage;
  readonly #onFault: FaultListener;
  readonly #consumers = new ConsumerSet<PullingConsumer>();

  constructor(connection: NatsConnection, layout: StorageLayout, options: NatsWorkQueueOptions) {
    this.#onFault = options.onFault ?? (() => {});
    this.#link = new NatsLink(connection, () => this.#abandonPulls(), this.#onFault);
    this.#storage = new JobStorage(this.#link, layout, options.replicas);
  }

  async prepare(): Promise<void> {
    await this.#storage.ensureStreams();
  }

  async publish(queue: string, payload: Json, options: PublishOptions): Promise<PublishResult> {
    checkQueueName(queue);
    const json = checkedPayload({ ...options, payload });
    this.#consumers.assertOpen();
    const stored = await this.#storage.publish(queue, options.dedupeKey, json, options.delayMs);
    return { duplicate: !stored };
  }

  async publishMany(queue: string, jobs: readonly NewJob[]): Promise<void> {
    checkQueueName(queue);
    const checked = jobs.map((job) => ({ job, json: checkedPayload(job) }));
    this.#consumers.assertOpen();
    await inParallel(checked, ({ job, json }) =>
      this.#storage.publish(queue, job.dedupeKey, json, job.delayMs),
    );
  }

  async consume(queue: string, handler: JobHandler, options: ConsumeOptions): Promise<Consumer> {
    checkQueueName(queue);
    checkConsumeOptions(options);
    this.#consumers.assertOpen();
    const consumer: PullingConsumer = new PullingConsumer(queue, handler, options, {
      link: this.#link,
      storage: this.#storage,
      onFault: this.#onFault,
      onStopped: () => this.#consumers.delete(consumer),
    });
    return this.#consumers.add(consumer);
  }

  async deadLetters(queue: string): Promise<DeadLetter[]> {
    checkQueueName(queue);
    this.#consumers.assertOpen();
    return this.#link.call(() => this.#storage.deadLetters(queue));
  }

  async deadLetterCounts(): Promise<DeadLetterCount[]> {
    this.#consumers.assertOpen();
    return this.#link.call(() => this.#storage.deadLetterCounts());
  }

  async replayDeadLetter(queue: string, id: string): Promise<void> {
    checkQueueName(queue);
    this.#consumers.assertOpen();
    await this.#link.call(() => this.#storage.replay(queue, id));
  }

  async ping(): Promise<void> {
    this.#consumers.assertOpen();
    await this.#link.call(() => this.#link.connection.flush());
  }

  async close(): Promise<void> {
    await this.#consumers.close();
    await this.#link.close();
  }

  /** A pull asks again by itself, for all it had asked for, once the connection is back. */
  #abandonPulls(): void {
    for (const consumer of this.#consumers) consumer.abandonPull();
  }
}
