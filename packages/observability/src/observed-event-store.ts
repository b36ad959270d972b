import {
  EventStoreDecorator,
  WrongExpectedRevision,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type NewEvent,
  type OrderedAppend,
} from '@lacre/event-store';
import { inSpan, TRACEPARENT, traceparentOf } from '@lacre/tracing';

import { appendDuration } from './instruments.ts';

/** Measures appends, and puts beside each event the trace that it was appended in. */
class ObservedEventStore extends EventStoreDecorator {
  override append(
    stream: string,
    events: readonly NewEvent[],
    options: AppendOptions,
  ): Promise<AppendResult> {
    return observed([stream], events.length, () => super.append(stream, events.map(traced), options));
  }

  override appendInOrder(appends: readonly OrderedAppend[]): Promise<AppendResult[]> {
    const streams = appends.map(({ stream }) => stream);
    const size = appends.reduce((sum, { events }) => sum + events.length, 0);
    return observed(streams, size, () =>
      super.appendInOrder(appends.map((append) => ({ ...append, events: append.events.map(traced) }))),
    );
  }
}

/** Appends in order are one measurement: they are asked for and answered together. */
function observed<Result>(
  streams: readonly string[],
  events: number,
  append: () => Promise<Result>,
): Promise<Result> {
  const kinds = new Set(streams.map((stream) => stream.split('-', 1)[0]));
  const attributes = { 'lacre.events': events };
  return inSpan(`append ${[...kinds].join(' ')}`, { kind: 'producer', attributes }, async () => {
    const end = appendDuration.startTimer();
    try {
      const result = await append();
      end({ outcome: 'appended' });
      return result;
    } catch (error) {
      end({ outcome: error instanceof WrongExpectedRevision ? 'conflict' : 'failed' });
      throw error;
    }
  });
}

/** Those that were decided on together each have the trace of their own command already. */
function traced(event: NewEvent): NewEvent {
  const traceparent = traceparentOf();
  return traceparent === undefined || TRACEPARENT in event.metadata
    ? event
    : { ...event, metadata: { ...event.metadata, [TRACEPARENT]: traceparent } };
}

export const observeEventStore = (store: EventStore): EventStore => new ObservedEventStore(store);
