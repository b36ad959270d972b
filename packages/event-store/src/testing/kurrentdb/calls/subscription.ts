import { randomUUID } from 'node:crypto';

import { atRecord, beforeAll, isBefore, unsigned, type LogPosition } from '../log/log-position.ts';
import type { LogRecord } from '../log/log-records.ts';
import type { StandInLog } from '../log/log.ts';
import { readForwards, type EventFilter } from '../log/read-log.ts';
import type { streamsMessages } from '../protocol.ts';
import type { ReleaseTraits } from '../release.ts';
import type { ReadCall } from './read-call.ts';
import {
  caughtUpResponse,
  checkpointResponse,
  confirmationResponse,
  eventResponse,
  fellBehindResponse,
} from './responses.ts';

/** Events that a page of catching up holds at most (`Enumerator.ReadBatchSize`). */
const pageEvents = 32;

/**
 * Live events that wait for a slow subscriber until the subscription falls behind and catches up again. The server
 * keeps 32 while it goes on sending; here a burst comes at once.
 */
const liveBufferEvents = 2_048;

export interface SubscriptionRequest {
  traits: ReleaseTraits;
  from: 'start' | 'end' | LogPosition;
  filter: { passes: EventFilter; maxSearchWindow: number; checkpointInterval: number } | undefined;
}

/**
 * A subscription to the log (KurrentDB, `Enumerator.AllSubscriptionFiltered`): catches up in pages, says "caught up",
 * then sends what comes. A filtered one says by checkpoints how far it has looked: after so many events looked at, and
 * at the end of catching up. A subscription whose place is not before the log's last record is live at once.
 */
export class StandInSubscription {
  readonly call: ReadCall;
  readonly #log: StandInLog;
  readonly #request: SubscriptionRequest;
  readonly #passes: EventFilter;
  /** The place of the event or checkpoint that was sent last. */
  #sent: LogPosition;
  #phase: 'catchingUp' | 'live';
  #page: LogPosition;
  /** Events looked at since the last checkpoint, in catching up and live. */
  #caughtUpCount = 0;
  #liveCount = 0;
  #nextLive: number;
  #lastCheckpoint: LogPosition | undefined;
  #full = false;

  constructor(log: StandInLog, call: ReadCall, request: SubscriptionRequest) {
    this.#log = log;
    this.call = call;
    this.#request = request;
    this.#passes = request.filter?.passes ?? (() => true);
    this.#sent = startingPlace(request.from, log);
    this.#page = this.#sent;
    this.#nextLive = log.indexedCount;
    this.#phase = 'catchingUp';
    this.#send(confirmationResponse(randomUUID()));
    if (!isBefore(this.#sent, log.lastIndexed)) this.#goLive();
  }

  /** Sends what the log has and the connection takes. */
  pump(): void {
    while (!this.#full && !this.call.cancelled) {
      if (this.#phase === 'catchingUp') this.#catchUp();
      else if (!this.#sendLive()) return;
    }
  }

  #goLive(): void {
    this.#phase = 'live';
    this.#send(caughtUpResponse(this.#request.traits, this.#sent));
  }

  #catchUp(): void {
    const { filter, traits } = this.#request;
    const from = isBefore(this.#page, atRecord(0n)) ? atRecord(0n) : this.#page;
    const maxSearchWindow = filter?.maxSearchWindow ?? pageEvents;
    const page = readForwards(this.#log, from, { maxCount: pageEvents, maxSearchWindow }, this.#passes);
    for (const event of page.events) {
      if (!isBefore(this.#sent, atRecord(event.position))) continue;
      this.#send(eventResponse(event));
      this.#sent = atRecord(event.position);
    }
    this.#page = page.next;
    if (filter) {
      this.#caughtUpCount += page.considered;
      const due = this.#caughtUpCount >= filter.checkpointInterval;
      const countsPage = page.isEndOfLog ? traits.endOfCatchUpIsPlace : due || traits.endOfCatchUpIsPlace;
      if (countsPage && isBefore(this.#sent, page.current) && isBefore(page.current, page.next)) {
        this.#sent = page.current;
      }
      if (due && !page.isEndOfLog) this.#caughtUpCount %= filter.checkpointInterval;
      if (due || page.isEndOfLog) this.#checkpoint(this.#sent);
    }
    if (!page.isEndOfLog) return;
    this.#caughtUpCount = 0;
    this.#goLive();
  }

  /** Whether there was anything. */
  #sendLive(): boolean {
    if (this.#log.indexedCount - this.#nextLive > liveBufferEvents) {
      this.#fallBehind();
      return true;
    }
    if (this.#nextLive >= this.#log.indexedCount) return false;
    this.#sendLiveRecord(this.#log.records[this.#nextLive++]!);
    return true;
  }

  #sendLiveRecord({ event, position }: LogRecord): void {
    if (!event) return;
    const place = atRecord(position);
    if (this.#passes(event) && isBefore(this.#sent, place)) {
      this.#send(eventResponse(event));
      this.#sent = place;
    }
    const interval = this.#request.filter?.checkpointInterval;
    if (interval === undefined || ++this.#liveCount < interval) return;
    this.#liveCount = 0;
    if (isBefore(place, this.#sent)) return;
    this.#checkpoint(place);
    this.#sent = place;
  }

  #fallBehind(): void {
    this.#send(fellBehindResponse(this.#request.traits, this.#sent));
    if (this.#request.filter) this.#checkpoint(this.#sent);
    this.#nextLive = this.#log.indexedCount;
    this.#page = this.#sent;
    this.#phase = 'catchingUp';
  }

  /** One that is not after the last is not sent; 2^64-1 is after all that come. */
  #checkpoint(position: LogPosition): void {
    const wire = { commit: unsigned(position.commit), prepare: unsigned(position.prepare) };
    if (this.#request.traits.endOfCatchUpIsPlace && position.commit < 0n) return;
    if (this.#lastCheckpoint && !isBefore(this.#lastCheckpoint, wire)) return;
    this.#lastCheckpoint = wire;
    this.#send(checkpointResponse(position));
  }

  #send(response: streamsMessages.ReadResp): void {
    if (this.call.write(response) || this.#full) return;
    this.#full = true;
    this.call.once('drain', () => {
      this.#full = false;
      this.pump();
    });
  }
}

function startingPlace(from: SubscriptionRequest['from'], log: StandInLog): LogPosition {
  if (from === 'start') return beforeAll;
  return from === 'end' ? log.lastIndexed : from;
}
