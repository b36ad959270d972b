import { countedBytes, encodeAppend, type EncodedEvent } from '../../append-rules.ts';
import { Backoff } from '../../backoff.ts';
import { CopyDiffers, type CopyTarget } from '../../copy/index.ts';
import { EventStoreUnavailable, StreamTruncated, WrongExpectedRevision } from '../../errors.ts';
import { silentLog } from '../../log.ts';
import type { EventStore, Expected, Position, RecordedEvent } from '../../port.ts';
import { readConnectionString } from '../connection/connection-string.ts';
import { Connection, defaultTiming, type Link } from '../connection/connection.ts';
import { isOutage, portError } from '../connection/error-mapping.ts';
import type { KurrentDbEventStoreOptions } from '../kurrentdb-event-store.ts';
import { withKeptMoment } from '../reading/kept-moment.ts';
import { comparePositions } from '../reading/positions.ts';
import { defaultStreamPrefix, StreamNames } from '../reading/stream-names.ts';
import { WrongVersion, type AppendAnswer } from './batch-appends.ts';

export interface KurrentDbCopyTargetOptions extends Pick<
  KurrentDbEventStoreOptions,
  'connectionString' | 'prefix' | 'log'
> {
  /** Of the same server and prefix. */
  store: EventStore;
  /** How often an append that was not answered is repeated before the copy ends. Default 20, about a minute. */
  attempts?: number;
  /** Most appends that are not answered yet. Default 64. */
  inFlight?: number;
}

/** What neighbours of one stream may hold together and still be one append; the server's limit is above it. */
const RUN_BYTES = 500_000;

/** Neighbours in the log and in their stream, which are one append. */
interface Run {
  stream: string;
  expected: Expected;
  /** Of its last event. */
  revision: bigint;
  events: EncodedEvent[];
  bytes: number;
}

/** @throws InvalidConnectionString */
export function kurrentDbCopyTarget(options: KurrentDbCopyTargetOptions): CopyTarget & { close: () => void } {
  const { store, connectionString, prefix = defaultStreamPrefix, log = silentLog } = options;
  const names = new StreamNames(prefix);
  const connection = new Connection(readConnectionString(connectionString), {
    timing: defaultTiming,
    barrierStream: names.barrier,
    log,
  });
  const writer = new OrderedWriter(connection, names, options);
  return { store, write: (events) => writer.write(events), close: () => connection.close() };
}

/**
 * Appends of several streams that are on their way at once and are written in their order: the server takes what comes
 * over one call one after the other (`Streams.BatchAppend.cs` of KurrentDB 24 and 25). Each answer's position shows that
 * it did.
 *
 * After a fault one append goes out alone, then two, then four: a server that had refused one while it did not lead,
 * and took the next, would leave the log in another order, for good. What a broken connection had taken arrives in
 * its order or not at all, so sending it again disorders nothing.
 */
class OrderedWriter {
  readonly #connection: Connection;
  readonly #names: StreamNames;
  readonly #attempts: number;
  readonly #most: number;
  #width = 1;
  #last: Position | undefined;

  constructor(
    connection: Connection,
    names: StreamNames,
    { attempts = 20, inFlight = 64 }: KurrentDbCopyTargetOptions,
  ) {
    this.#connection = connection;
    this.#names = names;
    this.#attempts = attempts;
    this.#most = inFlight;
  }

  async write(events: readonly RecordedEvent[]): Promise<void> {
    const runs = runsOf(events);
    const backoff = new Backoff({ firstMs: 100, longestMs: 5000 });
    let failures = 0;
    for (let done = 0; done < runs.length;) {
      const { acknowledged, fault } = await this.#send(runs.slice(done, done + this.#width));
      done += acknowledged;
      if (acknowledged > 0) failures = 0;
      if (fault === undefined) {
        this.#width = Math.min(this.#width * 2, this.#most);
        continue;
      }
      this.#width = 1;
      failures += 1;
      if (!isOutage(fault) && !(fault instanceof EventStoreUnavailable)) throw fault;
      if (failures >= this.#attempts) throw portError(fault);
      await backoff.wait(new AbortController().signal);
    }
  }

  /**
   * Commit point: the server's answers. The same ids expecting the same revision are the same append, so all that was not
   * acknowledged may be sent again.
   *
   * @returns how many from the first on were acknowledged, and what the next one failed with
   */
  async #send(runs: readonly Run[]): Promise<{ acknowledged: number; fault: unknown }> {
    let link: Link;
    try {
      link = await this.#connection.link();
    } catch (fault) {
      return { acknowledged: 0, fault };
    }
    // All are written before anything else is done, so that they go out in this order.
    const sent = runs.map(({ stream, expected, events }) =>
      link.append(this.#names.onServer(stream), expected, events, defaultTiming.answerMs),
    );
    const answers = await Promise.allSettled(sent);
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed !== undefined) this.#connection.failed(link, failed.reason);
    for (const [n, answer] of answers.entries()) {
      const run = runs[n]!;
      if (answer.status === 'rejected') return { acknowledged: n, fault: faultOf(answer.reason, run) };
      this.#note(run, answer.value);
    }
    return { acknowledged: runs.length, fault: undefined };
  }

  /** @throws CopyDiffers, StreamTruncated */
  #note({ stream, revision }: Run, answer: AppendAnswer): void {
    if (answer.revision !== revision || answer.position === undefined)
      throw new StreamTruncated(stream, `revision ${revision} was written at ${answer.revision}`);
    if (this.#last !== undefined && comparePositions(answer.position, this.#last) <= 0)
      throw new CopyDiffers(`${stream} ${revision} was written before what comes before it`);
    this.#last = answer.position;
  }
}

function faultOf(reason: unknown, { stream, expected }: Run): unknown {
  if (reason instanceof WrongVersion) return new WrongExpectedRevision(stream, expected, reason.actual);
  return isOutage(reason) ? reason : portError(reason, stream);
}

/** What another log took is taken here: the kept moment counts against no limit but the server's, which is above. */
function encoded(event: RecordedEvent): EncodedEvent {
  const [plain] = encodeAppend(event.stream, [event]) as [EncodedEvent];
  return { ...plain, metadata: JSON.stringify(withKeptMoment(event)) };
}

function runsOf(events: readonly RecordedEvent[]): Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const { stream, revision } = event;
    const one = encoded(event);
    const bytes = countedBytes(one.data, one.metadata);
    const run = runs.at(-1);
    if (run !== undefined && run.stream === stream && run.bytes + bytes <= RUN_BYTES) {
      run.events.push(one);
      run.bytes += bytes;
      run.revision = revision;
    } else {
      const expected = revision === 0n ? 'noStream' : revision - 1n;
      runs.push({ stream, expected, revision, events: [one], bytes });
    }
  }
  return runs;
}
