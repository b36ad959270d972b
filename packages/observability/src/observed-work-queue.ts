import {
  contextOf,
  inSpan,
  isTracing,
  markFailed,
  startSpan,
  TRACEPARENT,
  traceparentIn,
  traceparentOf,
} from '@lacre/tracing';
import {
  RetryLater,
  Unprocessable,
  type JobHandler,
  type Json,
  type NewJob,
  type PublishOptions,
  type PublishResult,
  type WorkQueue,
} from '@lacre/work-queue';

import { jobDuration } from './instruments.ts';

/** Measures deliveries, and goes on in the trace that a job carries in its payload, or was published in. */
class ObservedWorkQueue implements WorkQueue {
  readonly #queue: WorkQueue;
  readonly consume: WorkQueue['consume'];
  readonly deadLetters: WorkQueue['deadLetters'];
  readonly deadLetterCounts: WorkQueue['deadLetterCounts'];
  readonly replayDeadLetter: WorkQueue['replayDeadLetter'];
  readonly ping: WorkQueue['ping'];
  readonly close: WorkQueue['close'];

  constructor(queue: WorkQueue) {
    this.#queue = queue;
    this.consume = (name, handler, options) =>
      queue.consume(name, observed(handler, options.maxDeliveries), options);
    this.deadLetters = queue.deadLetters.bind(queue);
    this.deadLetterCounts = queue.deadLetterCounts.bind(queue);
    this.replayDeadLetter = queue.replayDeadLetter.bind(queue);
    this.ping = queue.ping.bind(queue);
    this.close = queue.close.bind(queue);
  }

  publish(name: string, payload: Json, options: PublishOptions): Promise<PublishResult> {
    return sending(name, [payload], ([traced = payload]) => this.#queue.publish(name, traced, options));
  }

  publishMany(name: string, jobs: readonly NewJob[]): Promise<void> {
    return sending(
      name,
      jobs.map(({ payload }) => payload),
      (payloads) =>
        this.#queue.publishMany(
          name,
          jobs.map((job, index) => ({ ...job, payload: payloads[index] ?? job.payload })),
        ),
    );
  }
}

/** Several are published at once, each in a trace of its own: their spans begin and end together. */
async function sending<Result>(
  queue: string,
  payloads: readonly Json[],
  publish: (traced: readonly Json[]) => Promise<Result>,
): Promise<Result> {
  if (!isTracing()) return publish(payloads);
  const sent = payloads.map((payload) => {
    const parent = contextOf(traceparentIn(payload) ?? traceparentOf());
    const attributes = attributesOf(queue, 'send', payload);
    const span = startSpan(`send ${queue}`, { kind: 'producer', parent, attributes });
    return { span, payload: withTraceparent(payload, traceparentOf(span)) };
  });
  try {
    return await publish(sent.map(({ payload }) => payload));
  } catch (error) {
    for (const { span } of sent) markFailed(span, error);
    throw error;
  } finally {
    for (const { span } of sent) span?.end();
  }
}

const isObject = (payload: Json): payload is { readonly [key: string]: Json } =>
  typeof payload === 'object' && payload !== null && !Array.isArray(payload);

const withTraceparent = (payload: Json, traceparent: string | undefined): Json =>
  traceparent === undefined || !isObject(payload) ? payload : { ...payload, [TRACEPARENT]: traceparent };

/** A job that carries no trace, such as one that its day has come for, begins one. */
function observed(handler: JobHandler, maxDeliveries: number): JobHandler {
  return async (job) => {
    const end = jobDuration.startTimer({ queue: job.queue });
    try {
      await inSpan(
        `process ${job.queue}`,
        {
          kind: 'consumer',
          parent: contextOf(traceparentIn(job.payload)),
          mayBeRoot: true,
          attributes: {
            ...attributesOf(job.queue, 'process', job.payload),
            'messaging.message.id': job.id,
            'lacre.attempt': job.attempt,
          },
        },
        () => handler(job),
      );
      end({ outcome: 'done' });
    } catch (error) {
      end({ outcome: outcomeOf(error, job.attempt >= maxDeliveries) });
      throw error;
    }
  };
}

function outcomeOf(error: unknown, isLast: boolean): string {
  if (error instanceof RetryLater) return 'later';
  return error instanceof Unprocessable || isLast ? 'buried' : 'failed';
}

/** Ids that payloads may carry, and that may stand in spans. */
const IDS = [
  ['tenantId', 'lacre.tenant.id'],
  ['processId', 'lacre.process.id'],
  ['documentId', 'lacre.document.id'],
] as const;

/** By OpenTelemetry's conventions for messaging. */
function attributesOf(queue: string, operation: 'send' | 'process', payload: Json): Record<string, string> {
  const attributes: Record<string, string> = {
    'messaging.system': 'lacre',
    'messaging.destination.name': queue,
    'messaging.operation.type': operation,
  };
  if (!isObject(payload)) return attributes;
  for (const [field, name] of IDS) {
    const id = payload[field];
    if (typeof id === 'string') attributes[name] = id;
  }
  return attributes;
}

export const observeWorkQueue = (queue: WorkQueue): WorkQueue => new ObservedWorkQueue(queue);
