import { MAX_DEDUPE_KEY_LENGTH, MAX_PAYLOAD_BYTES } from '../port.ts';
import type { ConsumeOptions, Json, NewJob } from '../port.ts';

/** A queue's name is a NATS subject token and a consumer name as well: nothing but these. */
const QUEUE_NAME = /^[a-z][a-z0-9-]{0,62}$/;

/** @throws RangeError */
export function checkQueueName(queue: string): void {
  if (!QUEUE_NAME.test(queue)) throw new RangeError(`Malformed queue name: ${JSON.stringify(queue)}`);
}

/** Neither control characters (Postgres stores no U+0000) nor halves of surrogate pairs (no UTF-8). */
const DEDUPE_KEY = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${MAX_DEDUPE_KEY_LENGTH}}$`, 'u');

/** The payload as JSON text, after checking the whole job. @throws RangeError */
export function checkedPayload(job: NewJob): string {
  if (!DEDUPE_KEY.test(job.dedupeKey)) {
    throw new RangeError(
      `A dedupe key has 1 to ${MAX_DEDUPE_KEY_LENGTH} characters, none a control character`,
    );
  }
  if (job.delayMs !== undefined) checkAtLeast(job.delayMs, 0, 'delayMs');
  const json = JSON.stringify(job.payload) as string | undefined;
  if (json === undefined) throw new RangeError('The payload is not JSON');
  const sizeBytes = Buffer.byteLength(json);
  if (sizeBytes > MAX_PAYLOAD_BYTES) {
    throw new RangeError(`The payload has ${sizeBytes} bytes, more than ${MAX_PAYLOAD_BYTES}`);
  }
  return json;
}

export function parsePayload(json: string): Json {
  return JSON.parse(json) as Json;
}

/** @throws RangeError */
export function checkConsumeOptions(options: ConsumeOptions): void {
  checkAtLeast(options.concurrency, 1, 'concurrency');
  checkAtLeast(options.visibilityMs, 1, 'visibilityMs');
  checkAtLeast(options.maxDeliveries, 1, 'maxDeliveries');
}

function checkAtLeast(value: number, minimum: number, name: string): void {
  if (!Number.isFinite(value) || value < minimum) throw new RangeError(`${name} must be at least ${minimum}`);
}
