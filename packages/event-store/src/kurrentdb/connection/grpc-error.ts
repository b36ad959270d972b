import type { IncomingHttpHeaders } from 'node:http2';

/** Status codes of gRPC (https://grpc.github.io/grpc/core/md_doc_statuscodes.html). */
export const status = {
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;
export type StatusCode = (typeof status)[keyof typeof status];

/** How a call ended, when not well: gRPC's status, and what KurrentDB says more closely. */
export class GrpcError extends Error {
  readonly code: StatusCode;
  /** KurrentDB's name of the fault: trailer `exception`, or the refusal in the answer to a batch. */
  readonly exception: string | undefined;
  /** What comes with that name: the leader's address, the largest append. */
  readonly facts: Readonly<Record<string, string>>;

  constructor(
    code: StatusCode,
    message: string,
    { exception, facts = {} }: { exception?: string | undefined; facts?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'GrpcError';
    this.code = code;
    this.exception = exception;
    this.facts = facts;
  }

  static ofTrailers(trailers: IncomingHttpHeaders): GrpcError {
    const facts = Object.fromEntries(
      Object.entries(trailers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const message = decodeMessage(facts['grpc-message'] ?? '');
    return new GrpcError(Number(facts['grpc-status']) as StatusCode, message, {
      exception: facts['exception'],
      facts,
    });
  }
}

/** Percent-encoded by the protocol; a server's mistake in it is shown as it came. */
function decodeMessage(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
