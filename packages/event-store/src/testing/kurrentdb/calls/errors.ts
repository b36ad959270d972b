import { Metadata, status, type ServiceError } from '@grpc/grpc-js';

import type { ExpectedState } from '../log/commit-check.ts';
import { Any, Code, Empty, shared, Status, streamIdentifier } from '../protocol.ts';
import type { NodeAddress } from '../switches.ts';

/** How a call ends with an error. */
export type CallError = Partial<ServiceError>;

/** How one append of a batch call is refused, while the call goes on. */
export type BatchStatus = InstanceType<typeof Status>;

/** Why a node does not take a call. */
export type Refusal =
  | { kind: 'notReady' }
  | { kind: 'accessDenied' }
  | { kind: 'notLeader'; leader: NodeAddress };

const notReadyDetails = 'Server Is Not Ready';

function callError(code: status, details: string, trailers: Record<string, string> = {}): CallError {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return { code, details, metadata };
}

export function refusedCall(refusal: Refusal): CallError {
  switch (refusal.kind) {
    case 'notReady':
      return callError(status.UNAVAILABLE, notReadyDetails);
    case 'accessDenied':
      return callError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
    case 'notLeader':
      return callError(status.NOT_FOUND, 'Leader info available', {
        exception: 'not-leader',
        'leader-endpoint-host': refusal.leader.host,
        'leader-endpoint-port': String(refusal.leader.port),
      });
  }
}

/** The server answers the HTTP request with 401. */
export const callUnauthenticated = (): CallError =>
  callError(status.UNAUTHENTICATED, 'Received HTTP status code 401');

/** A batch call tells of most refusals in the append's own answer; one that names a leader ends the whole call. */
export function refusedInBatch(refusal: Refusal): BatchStatus | undefined {
  if (refusal.kind === 'accessDenied') {
    return batchStatus(Code.PERMISSION_DENIED, 'AccessDenied', 'AccessDenied', new shared.AccessDenied());
  }
  if (refusal.kind === 'notLeader') return undefined;
  const nothing = new Any();
  nothing.pack(new Empty().serializeBinary(), 'google.protobuf.Empty');
  return new Status().setMessage(notReadyDetails).setDetails(nothing);
}

export const callStreamDeleted = (stream: string): CallError =>
  callError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': trailerText(stream),
  });

export const callTimedOut = (): CallError =>
  callError(status.ABORTED, 'Operation timed out: the commit was not confirmed in time');

export const callTooLarge = (maxAppendSizeBytes: number): CallError =>
  callError(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendSizeBytes} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(maxAppendSizeBytes),
  });

/** A deletion tells of a wrong revision by an error, an append by its answer. */
export const callWrongVersion = (stream: string, expected: ExpectedState, current: bigint): CallError =>
  callError(status.FAILED_PRECONDITION, 'Delete failed due to WrongExpectedVersion.', {
    exception: 'wrong-expected-version',
    'stream-name': trailerText(stream),
    'expected-version': String(versionNumber(expected)),
    'actual-version': String(current),
  });

export const batchStreamDeleted = (stream: string): BatchStatus =>
  batchStatus(
    Code.NOT_FOUND,
    'StreamDeleted',
    'StreamDeleted',
    new shared.StreamDeleted().setStreamIdentifier(streamIdentifier(stream)),
  );

export const batchTimedOut = (): BatchStatus =>
  batchStatus(Code.DEADLINE_EXCEEDED, 'Timeout', 'Timeout', new shared.Timeout());

export const batchTooLarge = (maxAppendSizeBytes: number): BatchStatus =>
  batchStatus(
    Code.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    'MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendSizeBytes),
  );

export function batchWrongVersion(expected: ExpectedState, current: bigint): BatchStatus {
  const wrong = new shared.WrongExpectedVersion();
  const empty = new Empty();
  if (current < 0n) wrong.setCurrentNoStream(empty);
  else wrong.setCurrentStreamRevision(String(current));
  if (typeof expected === 'bigint') wrong.setExpectedStreamPosition(String(expected));
  else if (expected === 'noStream') wrong.setExpectedNoStream(empty);
  else if (expected === 'streamExists') wrong.setExpectedStreamExists(empty);
  else wrong.setExpectedAny(empty);
  return batchStatus(Code.ALREADY_EXISTS, 'WrongExpectedVersion', 'WrongExpectedVersion', wrong);
}

/** In a batch a refusal is a `google.rpc.Status` whose one detail is the packed refusal. */
function batchStatus(
  code: InstanceType<typeof Status> extends { getCode(): infer C } ? C : never,
  message: string,
  type: string,
  detail: { serializeBinary(): Uint8Array },
): BatchStatus {
  const packed = new Any();
  packed.pack(detail.serializeBinary(), `event_store.client.${type}`);
  return new Status().setCode(code).setMessage(message).setDetails(packed);
}

function versionNumber(expected: ExpectedState): bigint {
  if (typeof expected === 'bigint') return expected;
  return { noStream: -1n, any: -2n, streamExists: -4n }[expected];
}

/** Trailers are ASCII. */
const trailerText = (text: string): string => text.replaceAll(/[^ -~]/gu, '?');
