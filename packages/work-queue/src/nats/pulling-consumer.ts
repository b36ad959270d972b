import { setTimeout as sleep } from 'node:timers/promises';

import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

import { deliver } from '../delivery/deliver.ts';
import type { HeldJob } from '../delivery/deliver.ts';
import type { ConsumeOptions, Consumer, FaultListener, JobHandler } from '../port.ts';
import { parseEnvelope } from './envelope.ts';
import type { Envelope } from './envelope.ts';
import type { JobStorage } from './job-storage.ts';
import type { NatsLink } from './nats-link.ts';

export interface PullingOptions {
  link: NatsLink;
  storage: JobStorage;
  onFault: FaultListener;
  onStopped: () => void;
}

/** Life of one pull request. Also bounds how long a consumer deleted without a word goes unnoticed. */
const PULL_MS = 5000;
const AFTER_FAULT_MS = 250;
const ANSWER_TIMEOUT_MS = 2000;

/** Asks the server for as many jobs as it has free slots, again and again. */
export class PullingConsumer implements Consumer {
  readonly #queue: string;
  readonly #handler: JobHandler;
  readonly #options: ConsumeOptions;
  readonly #nats: PullingOptions;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #running: Promise<void>;
  #busy = 0;
  #stopping = false;
  #pull: ConsumerMessages | undefined;
  #slotFreed: (() => void) | undefined;

  constructor(queue: string, handler: JobHandler, options: ConsumeOptions, nats: PullingOptions) {
    this.#queue = queue;
    this.#handler = handler;
    this.#options = options;
    this.#nats = nats;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.abandonPull();
    this.#slotFreed?.();
    await this.#running;
  }

  /** The pull under way is over, as is known before the server could say so. What arrived is still handled. */
  abandonPull(): void {
    void this.#pull?.close();
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      try {
        if (this.#nats.link.online) await this.#pullUntilFault();
        else await sleep(AFTER_FAULT_MS / 5);
      } catch (error) {
        if (this.#stopping) break;
        this.#nats.onFault(`queue ${this.#queue} could not be read`, error);
        await sleep(AFTER_FAULT_MS);
      }
    }
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
    this.#nats.onStopped();
  }

  /** Every fault leads back here, and so to a look whether the consumer, and its stream, are still there. */
  async #pullUntilFault(): Promise<void> {
    const { link, storage } = this.#nats;
    const consumer = await link.call(() => storage.consumer(this.#queue, this.#options.visibilityMs));
    while (!this.#stopping && link.online) {
      const free = this.#options.concurrency - this.#busy;
      if (free === 0) {
        await new Promise<void>((resolve) => (this.#slotFreed = resolve));
        continue;
      }
      this.#pull = await consumer.fetch({ max_messages: free, expires: PULL_MS });
      if (this.#stopping) this.abandonPull();
      for await (const message of this.#pull) this.#start(message);
    }
  }

  #start(message: JsMsg): void {
    this.#busy += 1;
    const running = this.#receive(message)
      .catch((error: unknown) => this.#nats.onFault(`a message of queue ${this.#queue} was left`, error))
      .finally(() => {
        this.#busy -= 1;
        this.#inFlight.delete(running);
        this.#slotFreed?.();
      });
    this.#inFlight.add(running);
  }

  async #receive(message: JsMsg): Promise<void> {
    const heldSinceMs = performance.now();
    const envelope = parseEnvelope(message.string());
    if (!envelope) {
      await this.#answer(message, '+TERM');
      throw new Error(`No publisher of this queue wrote the message on ${message.subject}`);
    }
    if (this.#stopping) return this.#letGo(message, envelope);
    if (envelope.notBefore !== undefined) return this.#keepWaiting(message, envelope, envelope.notBefore);
    await deliver(
      this.#held(message, envelope, heldSinceMs),
      this.#handler,
      this.#options,
      this.#nats.onFault,
    );
  }

  /** Back to the server until its time; then in again as a job that no longer waits. */
  async #keepWaiting(message: JsMsg, envelope: Envelope, notBefore: number): Promise<void> {
    const remainingMs = notBefore - Date.now();
    if (remainingMs > 0) return this.#nak(message, remainingMs);
    const { notBefore: _, ...ready } = envelope;
    await this.#nats.storage.replace(this.#queue, ready, message.seq);
    await this.#answer(message, '+ACK');
  }

  /** Came while stopping: stored anew, so that this delivery does not count. */
  async #letGo(message: JsMsg, envelope: Envelope): Promise<void> {
    const failed = envelope.failed + message.info.deliveryCount - 1;
    await this.#nats.storage.replace(this.#queue, { ...envelope, failed }, message.seq);
    await this.#answer(message, '+ACK');
  }

  #held(message: JsMsg, envelope: Envelope, heldSinceMs: number): HeldJob {
    const { storage } = this.#nats;
    const { id, key: dedupeKey, payload } = envelope;
    const attempt = envelope.failed + message.info.deliveryCount;
    return {
      job: { id, queue: this.#queue, dedupeKey, payload, attempt },
      heldSinceMs,
      extend: async () => {
        await this.#answer(message, '+WPI');
        return true;
      },
      acknowledge: () => this.#answer(message, '+ACK'),
      retry: async (delayMs, counted) => {
        if (counted) return this.#nak(message, delayMs);
        const notBefore = Date.now() + delayMs;
        await storage.replace(this.#queue, { ...envelope, failed: attempt - 1, notBefore }, message.seq);
        await this.#answer(message, '+ACK');
      },
      // Between the two a crash delivers the job again, to be buried again as the same letter.
      bury: async (reason) => {
        await storage.bury(this.#queue, envelope, attempt, reason);
        await this.#answer(message, '+ACK');
      },
    };
  }

  #nak(message: JsMsg, delayMs: number): Promise<void> {
    const delay = nanos(Math.max(1, Math.ceil(delayMs)));
    return this.#answer(message, `-NAK ${JSON.stringify({ delay })}`);
  }

  /**
   * Resolves when the server has taken the answer. By a request of our own, not by the message's methods: they
   * answer once, and one that got lost on the way must be sent again.
   */
  async #answer(message: JsMsg, text: string): Promise<void> {
    const { reply } = message as JsMsg & { readonly reply: string };
    const { link } = this.#nats;
    await link.call(() => link.connection.request(reply, text, { timeout: ANSWER_TIMEOUT_MS }));
  }
}
