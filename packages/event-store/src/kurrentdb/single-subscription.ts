import type {
  AllStreamResolvedEvent,
  KurrentDBClient,
  Position as LogPosition,
} from '@kurrent/kurrentdb-client';

import type { Filter, Position, SubscriptionMessage } from '../port.ts';
import { WakeUp } from '../wake-up.ts';
import { positionText, readPosition } from './positions.ts';
import { isSystemEvent, recordedEvent, serverFilter } from './recorded-events.ts';

export interface SingleSubscriptionOptions {
  after: Position | 'start';
  filter: Filter | undefined;
  batchSize: number;
  signal: AbortSignal;
}

/** Something the server said between two events: it is due when `after` events of this subscription were delivered. */
interface Mark {
  after: number;
  message: Exclude<SubscriptionMessage, { kind: 'events' }>;
}

/**
 * One subscription of the client, until it breaks or the signal aborts, as messages of the port.
 *
 * The client tells of catching up and of checkpoints by callbacks that run ahead of the events still in its buffer.
 * Each is noted with the number of events before it and takes its turn among them.
 *
 * @throws the client's error when the subscription breaks; returns when the server ends it.
 */
export async function* singleSubscription(
  client: KurrentDBClient,
  { after, filter, batchSize, signal }: SingleSubscriptionOptions,
): AsyncGenerator<SubscriptionMessage> {
  const marks: Mark[] = [];
  const wake = new WakeUp();
  const state: { taken: number; ended: boolean; error?: unknown } = { taken: 0, ended: false };
  const mark = (message: Mark['message']): void => {
    marks.push({ after: state.taken + subscription.readableLength, message });
    wake.signal();
  };
  const subscription = client.subscribeToAll(
    {
      fromPosition: readPosition(after),
      filter: serverFilter(filter, (position) =>
        mark({ kind: 'checkpoint', position: positionText(position) }),
      ),
    },
    { highWaterMark: 2 * batchSize },
  );
  subscription.on('readable', () => wake.signal());
  subscription.on('caughtUp', (info) => mark(caughtUp(info)));
  subscription.on('error', (error) => {
    state.error = error;
    wake.signal();
  });
  for (const end of ['end', 'close']) {
    subscription.on(end, () => {
      state.ended = true;
      wake.signal();
    });
  }
  try {
    while (!signal.aborted) {
      const seen = wake.now();
      const due = marks[0]?.after;
      const events = take(
        subscription,
        due === undefined ? batchSize : Math.min(batchSize, due - state.taken),
      );
      state.taken += events.length;
      if (events.length > 0) yield eventsMessage(events);
      else if (due === state.taken) yield marks.shift()!.message;
      else if (state.error !== undefined) throw state.error;
      else if (state.ended) return;
      else await wake.after(seen, { signal });
    }
  } finally {
    // Rejects when the connection was never made: then there is nothing to leave.
    await subscription.unsubscribe().catch(() => {});
  }
}

function take(subscription: { read(): unknown }, limit: number): AllStreamResolvedEvent[] {
  const events: AllStreamResolvedEvent[] = [];
  while (events.length < limit) {
    const event = subscription.read() as AllStreamResolvedEvent | null;
    if (!event) break;
    events.push(event);
  }
  return events;
}

function eventsMessage(resolved: AllStreamResolvedEvent[]): SubscriptionMessage {
  const recorded = resolved.flatMap(({ event }) => (event ? [event] : []));
  const events = recorded.filter((event) => !isSystemEvent(event)).map(recordedEvent);
  const position = positionText(recorded.at(-1)!.position);
  return events.length > 0 ? { kind: 'events', events, position } : { kind: 'checkpoint', position };
}

/** Servers before 24 do not say where they were when they caught up. */
function caughtUp({ position }: { position?: LogPosition }): Mark['message'] {
  return position ? { kind: 'caughtUp', position: positionText(position) } : { kind: 'caughtUp' };
}
