import { EventStoreFault, StreamTruncated } from '../../errors.ts';
import type { Position, RecordedEvent } from '../../port.ts';
import { NoAnswer } from '../appending/batch-appends.ts';
import type { Link, Links } from '../connection/connection.ts';
import { portError } from '../connection/error-mapping.ts';
import type { GrpcCall } from '../connection/grpc-channel.ts';
import { startTimeLimit } from '../connection/time-limit.ts';
import { paths, streams, type streamsMessages } from '../protocol.ts';
import { decodeEvent, type ServerEvent } from './event-decoder.ts';
import { readAllRequest, readStreamRequest, type StreamRange } from './read-requests.ts';
import { ForeignEvent, recordedEvent } from './recorded-events.ts';

/** How long the first answer to a read may take, and whether the server may only be busy with it. */
export interface Patience {
  answerMs: number;
  /** Asked when time is up: resolves when the server is alive, for a search of a long log may well take longer. */
  isAlive?: (link: Link) => Promise<void>;
  /** Ends the call, without an error. */
  signal?: AbortSignal;
}

/** An event, or whatever else the server says between events. */
export type Answer =
  | { event: ServerEvent; other?: never }
  | { other: streamsMessages.ReadResp; event?: never };

function decode(message: Buffer): Answer {
  const event = decodeEvent(message);
  return event ? { event } : { other: streams.ReadResp.deserializeBinary(message) };
}

/** Answers to a read, those that came together in one list. @throws what the port throws. */
export async function* answersTo(
  connection: Links,
  request: Uint8Array,
  { answerMs, isAlive, signal }: Patience,
  stream?: string,
): AsyncGenerator<{ link: Link; answers: Answer[] }, void, void> {
  const link = await connection.link();
  let call: GrpcCall | undefined;
  const cancel = (): void => call?.cancel();
  signal?.addEventListener('abort', cancel);
  try {
    if (signal?.aborted) return;
    call = link.call(paths.read);
    call.write(request);
    call.end();
    const messages = call.messages();
    let next = await firstWithin(messages.next(), answerMs, isAlive && (() => isAlive(link)));
    for (; !next.done; next = await messages.next()) yield { link, answers: next.value.map(decode) };
  } catch (error) {
    if (signal?.aborted) return;
    connection.failed(link, error);
    throw portError(error, stream);
  } finally {
    signal?.removeEventListener('abort', cancel);
    call?.cancel();
  }
}

/** How often a server that is alive is waited for. */
const patienceTimes = 12;

async function firstWithin<T>(
  first: Promise<T>,
  answerMs: number,
  isAlive: (() => Promise<void>) | undefined,
): Promise<T> {
  // Awaited below; by then it may have failed for some time.
  first.catch(() => {});
  for (let asked = 0; ; asked++) {
    const time = Promise.withResolvers<undefined>();
    const answered = startTimeLimit(answerMs, () => time.resolve(undefined));
    const answer = await Promise.race([first.then((value) => ({ value })), time.promise]);
    answered();
    if (answer) return answer.value;
    if (!isAlive || asked === patienceTimes) throw new NoAnswer(answerMs);
    await isAlive();
  }
}

/**
 * Events of one stream, whole and in order, in lists as they come; an empty list where there never was the stream.
 *
 * @throws StreamTruncated when there are fewer than there were.
 * @throws EventStoreFault, whose cause is a ForeignEvent, when one of them is not the product's.
 */
export async function* readStream(
  connection: Links,
  range: StreamRange & {
    /** Its name in the port. */
    name: string;
    /** Events before this revision were there once. */
    settledUpTo: bigint;
  },
  patience: Patience,
): AsyncGenerator<{ link: Link; events: RecordedEvent[] }, void, void> {
  const { name, backwards, limit } = range;
  let expected = range.from === 'start' ? 0n : range.from === 'end' ? undefined : range.from;
  let count = 0;
  let missing = false;
  for await (const { link, answers } of answersTo(connection, readStreamRequest(range), patience, name)) {
    const events: RecordedEvent[] = [];
    for (const { event, other } of answers) {
      if (!event) {
        missing ||= other.hasStreamNotFound();
        continue;
      }
      const recorded = recordedEvent(event, name);
      // Deciders count a stream's events: one that is no fact is not skipped silently.
      if (recorded instanceof ForeignEvent) throw new EventStoreFault(recorded, recorded.message);
      const { revision } = recorded;
      // Backwards from beyond its end it begins with its last.
      const isNext = backwards && count === 0 ? revision <= (expected ?? revision) : revision === expected;
      if (!isNext) throw new StreamTruncated(name, `revision ${expected} is gone, ${revision} is there`);
      expected = revision + (backwards ? -1n : 1n);
      count++;
      events.push(recorded);
    }
    if (events.length > 0) yield { link, events };
  }
  if (count === limit) return;
  if (backwards && count > 0 && expected !== -1n)
    throw new StreamTruncated(name, `revision ${expected} and what came before it are gone`);
  // After the last event there is nothing in a whole stream too.
  const isAfterLast = typeof range.from === 'bigint' && range.from > 0n && range.from >= range.settledUpTo;
  const mayBeWhole = isAfterLast && !missing;
  if (count === 0 && !mayBeWhole) {
    const link = await requireNeverCut(connection, range, patience);
    if (link !== undefined && missing && !backwards) yield { link, events: [] };
  }
}

/**
 * A stream without events may have had some: a deletion, or a limit of size or age, is in the stream's metadata.
 *
 * @returns the link that said so
 *
 * @throws StreamTruncated
 */
export async function requireNeverCut(
  connection: Links,
  { name, stream }: { name: string; stream: string },
  patience: Patience,
): Promise<Link | undefined> {
  let by: Link | undefined;
  const last = { stream: `$$${stream}`, from: 'end', backwards: true, limit: 1 } as const;
  for await (const { link, answers } of answersTo(connection, readStreamRequest(last), patience)) {
    by = link;
    const metadata = answers[0]?.event;
    if (!metadata) continue;
    const cuts = limitsIn(metadata);
    if (cuts.length > 0) throw new StreamTruncated(name, `its metadata has ${cuts.join(', ')}`);
  }
  return by;
}

function limitsIn({ data }: ServerEvent): string[] {
  const metadata = JSON.parse(data.toString()) as Record<string, unknown>;
  return ['$tb', '$maxCount', '$maxAge'].filter((limit) => metadata[limit] !== undefined);
}

/** Events of the whole log whose streams begin so, from the position on (inclusive). */
export async function* readAll(
  connection: Links,
  range: {
    from: Position | 'start' | 'end';
    backwards: boolean;
    limit: number;
    streamPrefixes: readonly string[];
  },
  patience: Patience,
): AsyncGenerator<ServerEvent[], void, void> {
  for await (const { answers } of answersTo(connection, readAllRequest(range), patience)) {
    yield answers.flatMap(({ event }) => event ?? []);
  }
}
