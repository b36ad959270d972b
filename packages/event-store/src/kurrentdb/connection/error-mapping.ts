import { EventStoreFault, EventStoreUnavailable, InvalidAppend, StreamTruncated } from '../../errors.ts';
import type { UnavailableReason } from '../../errors.ts';
import { NoLeader } from './cluster.ts';
import { InvalidConnectionString } from './connection-string.ts';
import { GrpcError, status } from './grpc-error.ts';

/** What an error comes to: the store cannot be reached, for a reason, or something that a repetition does not mend. */
export type Outcome = UnavailableReason | 'tooLarge' | 'truncated' | 'fault';

/** By KurrentDB's own name of the fault (`exception`), which says more than the code that comes with it. */
export const outcomesByException: Readonly<Record<string, Outcome>> = {
  'not-leader': 'noLeader',
  'access-denied': 'denied',
  'stream-deleted': 'truncated',
  'maximum-append-size-exceeded': 'tooLarge',
  timeout: 'noAnswer',
  // What a node says to appends between its election and its lead, and of every fault that it has no word for.
  unknown: 'notReady',
  'invalid-transaction': 'fault',
  'missing-required-metadata-property': 'fault',
  // The callers know what to do with these two; where they do not expect them, they are faults.
  'wrong-expected-version': 'fault',
  'stream-not-found': 'fault',
};

export const outcomesByStatus: Readonly<Record<number, Outcome>> = {
  [status.CANCELLED]: 'unreachable',
  [status.UNKNOWN]: 'unreachable',
  [status.INVALID_ARGUMENT]: 'fault',
  [status.DEADLINE_EXCEEDED]: 'noAnswer',
  [status.NOT_FOUND]: 'fault',
  [status.ALREADY_EXISTS]: 'fault',
  [status.PERMISSION_DENIED]: 'denied',
  // A message above the size that the server takes at all; there is no other limit of that name in it.
  [status.RESOURCE_EXHAUSTED]: 'tooLarge',
  [status.FAILED_PRECONDITION]: 'fault',
  [status.ABORTED]: 'noAnswer',
  [status.OUT_OF_RANGE]: 'fault',
  [status.UNIMPLEMENTED]: 'fault',
  [status.INTERNAL]: 'unreachable',
  // "Server Is Not Ready", to reads, between a node's election and its lead.
  [status.UNAVAILABLE]: 'notReady',
  [status.DATA_LOSS]: 'unreachable',
  [status.UNAUTHENTICATED]: 'denied',
};

/** By the `code` of Node's errors: of sockets, names, TLS and HTTP/2. */
const outcomesBySystemCode: readonly (readonly [RegExp, Outcome])[] = [
  [/^(?:ENOTFOUND|EAI_\w+)$/, 'unknownHost'],
  [
    /^(?:E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|HOSTDOWN|NETDOWN|ADDRNOTAVAIL))$/,
    'unreachable',
  ],
  // A server that speaks no TLS where TLS is spoken to it, and the other way around.
  [/^(?:EPROTO|ERR_SSL_\w+|ERR_HTTP2_ERROR|HPE_\w+)$/, 'tlsMismatch'],
  [
    /^(?:ERR_TLS_CERT_ALTNAME_INVALID|\w*CERT\w*|UNABLE_TO_\w+|\w*SELF_SIGNED\w*|HOSTNAME_MISMATCH|INVALID_CA|\w+_CRL\w*)$/,
    'certificate',
  ],
  [/^ERR_(?:HTTP2|STREAM|TLS)_\w+$/, 'unreachable'],
];

/** What an error of the connection or of the server comes to; undefined for whatever is neither. */
export function outcomeOf(error: unknown): Outcome | undefined {
  if (error instanceof NoLeader) return noLeaderOutcome(error);
  if (error instanceof GrpcError)
    return outcomesByException[error.exception ?? ''] ?? outcomesByStatus[error.code] ?? 'fault';
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  return outcomesBySystemCode.find(([pattern]) => pattern.test(code))?.[1];
}

/** Where every server failed for a reason that waiting does not mend, that is the reason. */
function noLeaderOutcome({ cause }: NoLeader): Outcome {
  const of = outcomeOf(cause);
  return of !== undefined && definite.has(of) ? of : 'noLeader';
}

const definite: ReadonlySet<Outcome> = new Set(['denied', 'certificate', 'tlsMismatch']);
const notOutages: ReadonlySet<Outcome> = new Set(['tooLarge', 'truncated', 'fault', 'denied']);

/** Whether the connection, or who leads, is at fault. */
export function isOutage(error: unknown): boolean {
  const outcome = outcomeOf(error);
  return outcome !== undefined && !notOutages.has(outcome);
}

/** Whether trying again soon is of no use. */
export function isDefinite(error: unknown): boolean {
  if (error instanceof InvalidConnectionString) return true;
  const outcome = outcomeOf(error);
  return outcome === undefined || definite.has(outcome) || outcome === 'fault';
}

/** An error of the connection or of the server as the port names it; others pass unchanged. */
export function portError(error: unknown, stream = ''): unknown {
  const outcome = outcomeOf(error);
  switch (outcome) {
    case undefined:
      return error;
    case 'tooLarge':
      return new InvalidAppend(tooLarge(error as GrpcError));
    case 'truncated':
      return new StreamTruncated(stream, 'it was deleted');
    case 'fault':
      return new EventStoreFault(error);
    default:
      return new EventStoreUnavailable(error, outcome);
  }
}

function tooLarge({ facts, message }: GrpcError): string {
  const limit = facts['maximum-append-size'];
  return limit === undefined
    ? `the event store refuses an append for its size: ${message}`
    : `the event store takes appends of at most ${limit} bytes`;
}
