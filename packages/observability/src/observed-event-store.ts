import {
  EventStoreDecorator,
  WrongExpectedRevision,
  type AppendOptions,
  type AppendResult,
  type EventStore,
  type NewEvent,
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
    const name = `append ${stream.split('-', 1)[0]}`;
    const attributes = { 'lacre.events': events.length };
    return inSpan(name, { kind: 'producer', attributes }, async () => {
      const end = appendDuration.startTimer();
      try {
        const result = await super.append(stream, events.map(traced), options);
        end({ outcome: 'appended' });
        return result;
      } catch (error) {
        end({ outcome: error instanceof WrongExpectedRevision ? 'conflict' : 'failed' });
        throw error;
      }
    });
  }
}

/** Those that were decided on together each have the trace of their own command already. */
function traced(event: NewEvent): NewEvent {
  const traceparent = traceparentOf();
  return traceparent === undefined || TRACEPARENT in event.metadata
    ? event
    : { ...event, metadata: { ...event.metadata, [TRACEPARENT]: traceparent } };
}

export const observeEventStore = (store: EventStore): EventStore => new ObservedEventStore(store);
