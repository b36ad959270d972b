import { createDomainLog, type DomainLogMessage } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import type { AnyTable } from '@lacre/read-models';

import { applyBatch, type EngineDeps } from './apply-batch.ts';
import { isOf, WHOLE } from './partition.ts';
import { lowestPlace, placeOf, type Target } from './target.ts';
import { startProjecting } from './trace-batch.ts';

/** Events of one batch: enough that a rebuild is bound by neither round trips nor memory. */
export const BATCH_SIZE = 4000;

export interface FollowOptions {
  signal: AbortSignal;
  /**
   * After every commit, with the place readers may now see, the tables of which rows were written, and how many events
   * it is after the last.
   */
  onCommitted?: (place: Position, written: ReadonlySet<AnyTable>, events: number) => void;
  /** When everything that was in the log is folded. `true` ends the following. */
  onCaughtUp?: () => Promise<boolean | void> | boolean | void;
}

/**
 * Folds the log into the targets, all of one partition, from the lowest of their checkpoints on, until the signal aborts.
 */
export async function followLog(
  deps: EngineDeps,
  targets: readonly Target[],
  options: FollowOptions,
): Promise<void> {
  const mine = new AbortController();
  const signal = AbortSignal.any([options.signal, mine.signal]);
  const after = lowestPlace(deps.eventStore, targets.map(placeOf));
  const partition = targets[0]?.partition ?? WHOLE;
  const others = partition.of > 1 && {
    passesOver: (event: { readonly data: object }) => !isOf(partition, event),
  };
  try {
    const messages = createDomainLog(deps.eventStore).subscribe({
      after,
      signal,
      batchSize: BATCH_SIZE,
      ...others,
    });
    for await (const message of readAhead(messages)) {
      if (signal.aborted) return;
      if (message.kind === 'caughtUp') {
        if ((await options.onCaughtUp?.()) === true) return;
        continue;
      }
      const events =
        message.kind === 'events' ? message.events.filter((event) => isOf(partition, event)) : [];
      const endSpans = startProjecting(events);
      const written = await applyBatch(deps, targets, events, message.position).finally(endSpans);
      options.onCommitted?.(message.position, written, events.length);
    }
  } finally {
    mine.abort();
  }
}

/** Asks for the next message while the last one is being folded. Who stops early aborts the source itself. */
export async function* readAhead(source: AsyncIterable<DomainLogMessage>): AsyncGenerator<DomainLogMessage> {
  const iterator = source[Symbol.asyncIterator]();
  let next = iterator.next();
  for (;;) {
    const { done, value } = await next;
    if (done) return;
    next = iterator.next();
    // It may fail before it is awaited; the loop gets the failure then.
    next.catch(() => {});
    yield value;
  }
}
