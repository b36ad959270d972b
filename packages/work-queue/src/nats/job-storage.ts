import { setTimeout as sleep } from 'node:timers/promises';

import { jetstream, JetStreamApiCodes, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import type { Consumer, ConsumerInfo, JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';

import { UnknownDeadLetter } from '../port.ts';
import type { DeadLetter, DeadLetterCount } from '../port.ts';
import { letterOf, newEnvelope, parseLetter } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import type { NatsLink } from './nats-link.ts';
import type { QueueConsumerConfig, StorageLayout } from './storage-layout.ts';

const REQUEST_TIMEOUT_MS = 5000;
/** How long a publish waits for its stream to be there: made again here, or served again after a restart. */
const MISSING_STREAM_MS = 5000;
const MISSING_STREAM_PAUSE_MS = 100;
/** Publishes and reads under way at once in one call. */
const IN_PARALLEL = 128;

/** The streams, made when missing, and what is done with them. */
export class JobStorage {
  readonly #link: NatsLink;
  readonly #layout: StorageLayout;
  readonly #replicas: number | undefined;
  readonly #stream: JetStreamClient;
  readonly #manager: Promise<JetStreamManager>;

  constructor(link: NatsLink, layout: StorageLayout, replicas: number | undefined) {
    this.#layout = layout;
    this.#replicas = replicas;
    this.#link = link;
    this.#stream = jetstream(link.connection, { timeout: REQUEST_TIMEOUT_MS });
    this.#manager = jetstreamManager(link.connection, { timeout: REQUEST_TIMEOUT_MS, checkAPI: false });
  }

  /** @throws Error when a stream is there with settings that break the port's promises. */
  async ensureStreams(): Promise<void> {
    const manager = await this.#manager;
    for (const config of this.#layout.streams(this.#replicas ?? 1)) {
      // The same settings again are no error: several processes may come to make it at once.
      const found = await manager.streams
        .info(config.name)
        .catch((error: unknown) =>
          isStreamNotFound(error) ? manager.streams.add(config) : Promise.reject(error),
        );
      const { retention, max_msgs_per_subject: perSubject, discard } = found.config;
      if (retention !== config.retention || perSubject !== 1 || discard !== config.discard) {
        throw new Error(`Stream ${config.name} is there with other settings than the work queue needs`);
      }
      if (this.#replicas !== undefined && found.config.num_replicas !== this.#replicas)
        await manager.streams.update(config.name, { num_replicas: this.#replicas });
    }
  }

  /** The durable consumer of a queue, made or brought to `visibilityMs` when needed, as is its stream. */
  async consumer(queue: string, visibilityMs: number): Promise<Consumer> {
    await this.ensureStreams();
    const { streams, consumers } = await this.#manager;
    const { workStream } = this.#layout;
    const { created } = await streams.info(workStream);
    const config = this.#layout.consumer(queue, visibilityMs, created);
    let info = await consumers
      .info(workStream, config.durable_name)
      .catch((error: unknown) =>
        isCode(error, JetStreamApiCodes.ConsumerNotFound)
          ? this.#addConsumer(queue, config)
          : Promise.reject(error),
      );
    if (info.config.ack_wait !== config.ack_wait) {
      info = await consumers.update(workStream, config.durable_name, { ack_wait: config.ack_wait });
    }
    return this.#stream.consumers.getConsumerFromInfo(info);
  }

  /** A consumer of the queue under another name can only be left from a stream made anew in between: it goes. */
  async #addConsumer(queue: string, config: QueueConsumerConfig): Promise<ConsumerInfo> {
    const { consumers } = await this.#manager;
    const { workStream } = this.#layout;
    for await (const { name } of consumers.list(workStream)) {
      const isLeft = this.#layout.isConsumerOf(queue, name) && name !== config.durable_name;
      if (isLeft) await consumers.delete(workStream, name);
    }
    return consumers.add(workStream, config);
  }

  /** False when a job with the key is there. Commit point: the server's acknowledgement. */
  async publish(queue: string, key: string, payload: string, delayMs: number | undefined): Promise<boolean> {
    const envelope = newEnvelope(key, payload, delayMs);
    return this.#store(this.#layout.jobSubject(queue, key), envelope, 0);
  }

  /** Puts `envelope` in the place of the message `sequence`; false when that is no longer there. */
  async replace(queue: string, envelope: Envelope, sequence: number): Promise<boolean> {
    return this.#store(this.#layout.jobSubject(queue, envelope.key), envelope, sequence);
  }

  /** A subject of the letter's own makes burying again after a crash the same letter. */
  async bury(queue: string, envelope: Envelope, attempts: number, lastError: string): Promise<void> {
    await this.#store(
      this.#layout.letterSubject(queue, envelope.id),
      letterOf(envelope, attempts, lastError),
    );
  }

  async deadLetters(queue: string): Promise<DeadLetter[]> {
    const { streams } = await this.#manager;
    const { deadStream } = this.#layout;
    try {
      const filter = this.#layout.letterSubject(queue, '*');
      const { state } = await streams.info(deadStream, { subjects_filter: filter });
      const letters: DeadLetter[] = [];
      await inParallel(Object.keys(state.subjects ?? {}), async (subject) => {
        const message = await streams.getMessage(deadStream, { last_by_subj: subject });
        if (message) letters.push(parseLetter(message.string()));
      });
      return letters.toSorted((a, b) => a.diedAt.getTime() - b.diedAt.getTime());
    } catch (error) {
      if (isStreamNotFound(error)) return [];
      throw error;
    }
  }

  async deadLetterCounts(): Promise<DeadLetterCount[]> {
    const { streams } = await this.#manager;
    const { deadStream } = this.#layout;
    try {
      const { state } = await streams.info(deadStream, { subjects_filter: '>' });
      const counts = new Map<string, number>();
      for (const subject of Object.keys(state.subjects ?? {})) {
        const queue = this.#layout.queueOfLetter(subject);
        counts.set(queue, (counts.get(queue) ?? 0) + 1);
      }
      const found: DeadLetterCount[] = [];
      await inParallel([...counts], async ([queue, count]) => {
        const newest = await streams.getMessage(deadStream, {
          last_by_subj: this.#layout.letterSubject(queue, '*'),
        });
        // Gone when it was replayed in between.
        if (newest) found.push({ queue, count, newestAt: newest.time });
      });
      return found.toSorted((a, b) => b.count - a.count || a.queue.localeCompare(b.queue));
    } catch (error) {
      if (isStreamNotFound(error)) return [];
      throw error;
    }
  }

  /** @throws UnknownDeadLetter */
  async replay(queue: string, id: string): Promise<void> {
    const { streams } = await this.#manager;
    const { deadStream } = this.#layout;
    const subject = this.#layout.letterSubject(queue, /^[0-9a-f-]{36}$/.test(id) ? id : 'none');
    const message = await streams
      .getMessage(deadStream, { last_by_subj: subject })
      .catch((error: unknown) => (isStreamNotFound(error) ? null : Promise.reject(error)));
    if (!message) throw new UnknownDeadLetter(`Queue ${queue} has no dead letter ${id}`);
    const { dedupeKey, payload } = parseLetter(message.string());
    await this.publish(queue, dedupeKey, JSON.stringify(payload), undefined);
    await streams.deleteMessage(deadStream, message.seq);
  }

  /** Stores on condition that the subject's last message is `lastSequence` (0 for none), if that is given. */
  async #store(subject: string, body: object, lastSequence?: number): Promise<boolean> {
    const expect = lastSequence === undefined ? {} : { expect: { lastSubjectSequence: lastSequence } };
    const text = JSON.stringify(body);
    const startedMs = performance.now();
    for (;;) {
      try {
        const options = { timeout: REQUEST_TIMEOUT_MS, ...expect };
        await this.#link.call(() => this.#stream.publish(subject, text, options));
        return true;
      } catch (error) {
        if (isCode(error, JetStreamApiCodes.StreamWrongLastSequence)) return false;
        if (!hasNoStream(error) || performance.now() - startedMs > MISSING_STREAM_MS) throw error;
        await this.#ensureStreamsOrPause();
      }
    }
  }

  async #ensureStreamsOrPause(): Promise<void> {
    try {
      await this.#link.call(() => this.ensureStreams());
    } catch (error) {
      if (!hasNoStream(error)) throw error;
      await sleep(MISSING_STREAM_PAUSE_MS);
    }
  }
}

/** Runs `act` on each, a bounded number at a time. */
export async function inParallel<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<void> {
  const rest = items.values();
  const lane = async () => {
    for (const item of rest) await act(item);
  };
  await Promise.all(Array.from({ length: Math.min(IN_PARALLEL, items.length) }, lane));
}

/** No responder on the subject: no stream has it, or JetStream is not up (again) yet. */
function hasNoStream(error: unknown): boolean {
  if (error instanceof errors.RequestError && error.isNoResponders()) return true;
  return error instanceof Error && hasNoStream(error.cause);
}

function isStreamNotFound(error: unknown): boolean {
  return isCode(error, JetStreamApiCodes.StreamNotFound);
}

function isCode(error: unknown, code: number): boolean {
  return error instanceof JetStreamApiError && error.code === code;
}
