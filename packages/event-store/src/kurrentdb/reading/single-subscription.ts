import type { Filter, Position, SubscriptionMessage } from '../../port.ts';
import type { Connection } from '../connection/connection.ts';
import { Incoming } from './incoming.ts';
import { isPlace, positionText } from './positions.ts';
import { subscribeRequest } from './read-requests.ts';
import { answersTo, type Answer } from './reads.ts';
import { ForeignEvent, positionOf, recordedEvent } from './recorded-events.ts';
import type { StreamNames } from './stream-names.ts';

export interface SingleSubscriptionOptions {
  after: Position | 'start';
  filter: Filter | undefined;
  batchSize: number;
  signal: AbortSignal;
  /** How long the server may take to confirm it. */
  answerMs: number;
  /** Called with what is skipped in the product's streams. */
  onForeign: (event: ForeignEvent) => void;
}

/**
 * One subscription at the server, until it breaks or the signal aborts, as messages of the port.
 *
 * @throws what the port throws when it breaks; returns when the server ends it.
 */
export async function* singleSubscription(
  connection: Connection,
  names: StreamNames,
  { after, filter, batchSize, signal, answerMs, onForeign }: SingleSubscriptionOptions,
): AsyncGenerator<SubscriptionMessage> {
  const over = new AbortController();
  const incoming = new Incoming(2 * batchSize);
  const onAbort = (): void => {
    over.abort();
    incoming.end();
  };
  signal.addEventListener('abort', onAbort);
  const answers = answersTo(connection, subscribeRequest(after, names.serverPrefixes(filter)), {
    answerMs,
    signal: over.signal,
  });
  void pump(answers, (answer) => add(answer, incoming, { names, filter, onForeign }), incoming);
  try {
    while (!signal.aborted) {
      const message = await incoming.take(batchSize);
      if (!message || signal.aborted) break;
      yield message;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    onAbort();
  }
  if (incoming.fault !== undefined && !signal.aborted) throw incoming.fault;
}

/** Takes what comes as long as there is room for it. Never rejects. */
async function pump(
  answers: ReturnType<typeof answersTo>,
  take: (answer: Answer) => void,
  incoming: Incoming,
): Promise<void> {
  try {
    for await (const { answers: some } of answers) {
      for (const answer of some) take(answer);
      incoming.arrived();
      await incoming.room();
    }
  } catch (error) {
    incoming.fault = error;
  } finally {
    incoming.end();
  }
}

function add(
  { event, other }: Answer,
  incoming: Incoming,
  {
    names,
    filter,
    onForeign,
  }: { names: StreamNames } & Pick<SingleSubscriptionOptions, 'filter' | 'onForeign'>,
): void {
  if (event) {
    const stream = names.ofProduct(event.stream);
    const isAsked = stream !== undefined && names.passes(filter, event.type);
    const recorded = isAsked ? recordedEvent(event, stream) : undefined;
    if (recorded instanceof ForeignEvent) onForeign(recorded);
    else if (recorded !== undefined) return incoming.addEvent(recorded);
    incoming.addMark({ kind: 'checkpoint', position: positionOf(event) });
  } else if (other.hasCheckpoint()) {
    const position = place(other.getCheckpoint()!);
    if (position !== undefined) incoming.addMark({ kind: 'checkpoint', position });
  } else if (other.hasCaughtUp()) {
    // Servers before 24.10 do not say where they were when they caught up.
    const at = other.getCaughtUp()!.getPosition();
    const position = at && place(at);
    incoming.addMark(position === undefined ? { kind: 'caughtUp' } : { kind: 'caughtUp', position });
  }
}

function place(at: { getCommitPosition(): string; getPreparePosition(): string }): Position | undefined {
  const commit = at.getCommitPosition();
  return isPlace(commit) ? positionText(commit, at.getPreparePosition()) : undefined;
}
