import { Backoff } from '../backoff.ts';
import type { CopyTarget } from '../copy/index.ts';
import { EventStoreUnavailable } from '../errors.ts';
import type { EventStore, NewEvent, RecordedEvent } from '../port.ts';
import { withKeptMoment } from './kept-moment.ts';

export interface KurrentDbCopyTargetOptions {
  store: EventStore;
  /** How often an append that was not answered is repeated before the copy ends. Default 20, about a minute. */
  attempts?: number;
}

/** What neighbours of one stream may hold together and still be one append; the server's limit is above it. */
const RUN_BYTES = 500_000;

/**
 * Neighbours of one stream go in one append; the next waits for its answer. Several at once would be faster, and a
 * server that refuses one while it elects a leader and takes the next would leave the log in another order, for good.
 */
export function kurrentDbCopyTarget({ store, attempts = 20 }: KurrentDbCopyTargetOptions): CopyTarget {
  return {
    store,
    write: async (events) => {
      for (const run of runsOf(events)) await append(store, run, attempts);
    },
  };
}

/** Commit point: the server's answer. The same ids expecting the same revision are the same append, so it may be repeated. */
async function append(store: EventStore, run: readonly RecordedEvent[], attempts: number): Promise<void> {
  const [first] = run as [RecordedEvent];
  const expected = first.revision === 0n ? 'noStream' : first.revision - 1n;
  const events = run.map((event): NewEvent => ({
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: withKeptMoment(event),
  }));
  const backoff = new Backoff({ firstMs: 100, longestMs: 5000 });
  for (let attempt = 1; ; attempt++) {
    try {
      await store.append(first.stream, events, { expected });
      return;
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable) || attempt >= attempts) throw error;
      await backoff.wait(new AbortController().signal);
    }
  }
}

/** Events that stand beside each other in the log and in their stream, together. */
function runsOf(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const runs: RecordedEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size =
      Buffer.byteLength(JSON.stringify(event.data)) + Buffer.byteLength(JSON.stringify(event.metadata));
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1)?.stream === event.stream && bytes + size <= RUN_BYTES) {
      run.push(event);
      bytes += size;
    } else {
      runs.push([event]);
      bytes = size;
    }
  }
  return runs;
}
