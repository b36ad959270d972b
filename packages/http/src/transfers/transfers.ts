import { tmpdir } from 'node:os';

import type { FastifyRequest } from 'fastify';

import { addressGroup } from '../network/addresses.ts';
import { Refusal } from '../refusal.ts';
import { ByteSemaphore } from './byte-semaphore.ts';

/** What bodies of requests may take while they come in. */
export interface TransferLimits {
  /** Bytes that came in and are not yet answered, from one address (or /64) and from all. */
  bytesPerAddress: number;
  bytesInAll: number;
  /** Bodies on their way, from one address and from all. */
  bodiesPerAddress: number;
  bodiesInAll: number;
  /** Without a byte for this long the body is given up. */
  stallMs: number;
  /** From the headers to the last byte. */
  totalMs: number;
  /** Bytes of spooled files that may be in this process's memory at once; the others wait on disk. */
  memoryBytes: number;
  /** Where files wait. */
  spoolFolder: string;
}

const MIB = 1024 * 1024;

const defaultTransferLimits: TransferLimits = {
  bytesPerAddress: 512 * MIB,
  bytesInAll: 2048 * MIB,
  bodiesPerAddress: 200,
  bodiesInAll: 2000,
  stallMs: 20_000,
  totalMs: 15 * 60_000,
  memoryBytes: 256 * MIB,
  spoolFolder: tmpdir(),
};

/** How soon a refused sender may come again, seconds. */
const RETRY_AFTER_SECONDS = 10;

interface InFlight {
  bytes: number;
  bodies: number;
}

/** The bodies on their way into a process, by address: what keeps slow and many senders from taking it all. */
export class Transfers {
  readonly limits: TransferLimits;
  readonly memory: ByteSemaphore;
  readonly #all: InFlight = { bytes: 0, bodies: 0 };
  readonly #byAddress = new Map<string, InFlight>();

  constructor(limits: Partial<TransferLimits> = {}) {
    this.limits = { ...defaultTransferLimits, ...limits };
    this.memory = new ByteSemaphore(this.limits.memoryBytes);
  }

  /** Bytes and bodies that are counted now. */
  get inFlight(): Readonly<InFlight & { addresses: number }> {
    return { ...this.#all, addresses: this.#byAddress.size };
  }

  /** @throws Refusal TOO_MANY_UPLOADS */
  begin(request: FastifyRequest): Transfer {
    const group = addressGroup(request.ip);
    const { bodiesPerAddress, bodiesInAll } = this.limits;
    const own = this.#byAddress.get(group) ?? { bytes: 0, bodies: 0 };
    if (own.bodies >= bodiesPerAddress || this.#all.bodies >= bodiesInAll) throw tooMany();
    this.#byAddress.set(group, own);
    own.bodies += 1;
    this.#all.bodies += 1;
    return new Transfer(request, this.limits, {
      take: (bytes) => this.#take(own, bytes),
      giveBack: (bytes) => {
        for (const counted of [own, this.#all]) counted.bytes -= bytes;
      },
      release: () => {
        for (const counted of [own, this.#all]) counted.bodies -= 1;
        if (own.bodies === 0) this.#byAddress.delete(group);
      },
    });
  }

  #take(own: InFlight, bytes: number): void {
    const { bytesPerAddress, bytesInAll } = this.limits;
    if (own.bytes + bytes > bytesPerAddress || this.#all.bytes + bytes > bytesInAll) throw tooMany();
    own.bytes += bytes;
    this.#all.bytes += bytes;
  }
}

const tooMany = (): Refusal => new Refusal('TOO_MANY_UPLOADS', { retryAfterSeconds: RETRY_AFTER_SECONDS });

interface Ledger {
  take(bytes: number): void;
  giveBack(bytes: number): void;
  release(): void;
}

/** One body on its way in. */
export class Transfer {
  readonly #ledger: Ledger;
  readonly #aborting = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #isOver = false;

  constructor({ raw }: FastifyRequest, { stallMs, totalMs }: TransferLimits, ledger: Ledger) {
    this.#ledger = ledger;
    const startedAt = performance.now();
    let [seen, seenAt] = [raw.socket.bytesRead, startedAt];
    const look = (): void => {
      if (raw.complete || raw.readableEnded) return clearInterval(this.#timer);
      const now = performance.now();
      const { bytesRead } = raw.socket;
      // A body that waits here for being read is not its sender's fault.
      if (bytesRead !== seen || raw.readableLength > 0) [seen, seenAt] = [bytesRead, now];
      if (now - seenAt < stallMs && now - startedAt < totalMs) return;
      clearInterval(this.#timer);
      this.#aborting.abort(new Refusal('REQUEST_TIMEOUT', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    };
    this.#timer = setInterval(look, Math.max(50, Math.min(1000, stallMs / 4))).unref();
  }

  /** Aborts with a Refusal REQUEST_TIMEOUT when the body stalls. */
  get signal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** @throws Refusal TOO_MANY_UPLOADS */
  take(bytes: number): void {
    if (this.#isOver) return;
    this.#ledger.take(bytes);
    this.#bytes += bytes;
  }

  /** Its bytes are dropped as they come from now on: it counts as a body alone. */
  drop(): void {
    this.#ledger.giveBack(this.#bytes);
    this.#bytes = 0;
  }

  /** Once, when the request has been answered or its connection is gone. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    this.drop();
    this.#ledger.release();
  }
}
