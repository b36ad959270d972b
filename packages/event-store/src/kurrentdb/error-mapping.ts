import {
  CancelledError,
  convertToCommandError,
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
} from '@kurrent/kurrentdb-client';

import { EventStoreUnavailable, InvalidAppend } from '../errors.ts';

/**
 * What the client says when the server cannot be reached, went away, did not answer, or is no longer the leader.
 * `UnknownError` is among them because the client gives that name to every broken connection it has no word for.
 */
const unavailable = [
  UnavailableError,
  CancelledError,
  DeadlineExceededError,
  TimeoutError,
  NotLeaderError,
  UnknownError,
];

/** An error of the client, or of gRPC where the client lets one through, as the port names it; others pass unchanged. */
export function portError(thrown: unknown): unknown {
  const error = thrown instanceof Error ? convertToCommandError(thrown) : thrown;
  if (unavailable.some((type) => error instanceof type)) return new EventStoreUnavailable(error);
  if (error instanceof MaxAppendSizeExceededError) return new InvalidAppend(error.message);
  return error;
}
