import { randomUUID } from 'node:crypto';

import type { EncodedEvent } from '../../append-rules.ts';
import type { Position } from '../../port.ts';
import type { GrpcCall, GrpcChannel } from '../connection/grpc-channel.ts';
import { GrpcError, status, type StatusCode } from '../connection/grpc-error.ts';
import { startTimeLimit } from '../connection/time-limit.ts';
import {
  Empty,
  paths,
  shared,
  streamIdentifier,
  streams,
  Timestamp,
  type streamsMessages,
} from '../protocol.ts';
import { positionText } from '../reading/positions.ts';

/** What a server answers to an append that it did, or recognised as done. */
export interface AppendAnswer {
  /** Of the last event. */
  revision: bigint;
  position: Position | undefined;
}

/** The stream is elsewhere. */
export class WrongVersion extends Error {
  readonly actual: bigint | 'noStream';

  constructor(actual: bigint | 'noStream') {
    super(`the stream is at ${actual}`);
    this.name = 'WrongVersion';
    this.actual = actual;
  }
}

interface Waiting {
  resolve: (answer: AppendAnswer) => void;
  reject: (error: unknown) => void;
}

/** What no stream is ever at; also what a negative expectation becomes, which means something else to the protocol. */
export const neverMet = 2n ** 63n - 1n;

/** The appends of one connection: all over one call, each answered as it ends. */
export class BatchAppends {
  readonly #channel: GrpcChannel;
  readonly #waiting = new Map<string, Waiting>();
  #call: GrpcCall | undefined;

  constructor(channel: GrpcChannel) {
    this.#channel = channel;
  }

  /**
   * @throws WrongVersion
   * @throws GrpcError DEADLINE_EXCEEDED, code of our own making, when there was no answer in time.
   */
  async append(
    stream: string,
    expected: 'noStream' | bigint,
    events: readonly EncodedEvent[],
    timeoutMs: number,
  ): Promise<AppendAnswer> {
    const correlation = randomUUID();
    const { promise, resolve, reject } = Promise.withResolvers<AppendAnswer>();
    this.#waiting.set(correlation, { resolve, reject });
    const answered = startTimeLimit(timeoutMs, () => reject(new NoAnswer(timeoutMs)));
    try {
      this.#open().write(request(correlation, stream, expected, events, timeoutMs).serializeBinary());
      return await promise;
    } finally {
      answered();
      this.#waiting.delete(correlation);
    }
  }

  #open(): GrpcCall {
    if (this.#call) return this.#call;
    const call = this.#channel.call(paths.batchAppend);
    this.#call = call;
    void this.#answer(call);
    return call;
  }

  async #answer(call: GrpcCall): Promise<void> {
    let fault: unknown;
    try {
      for await (const messages of call.messages()) for (const message of messages) this.#settle(message);
      fault = new GrpcError(status.UNAVAILABLE, 'the server ended the appends');
    } catch (error) {
      fault = error;
    }
    this.#call = undefined;
    for (const { reject } of this.#waiting.values()) reject(fault);
  }

  #settle(message: Uint8Array): void {
    const answer = streams.BatchAppendResp.deserializeBinary(message);
    const waiting = this.#waiting.get(uuidText(answer.getCorrelationId()));
    // An answer that came too late.
    if (!waiting) return;
    if (answer.hasError()) return waiting.reject(refusal(answer.getError()!));
    const success = answer.getSuccess()!;
    const position = success.getPosition();
    waiting.resolve({
      revision: BigInt(success.getCurrentRevision()),
      position: position && positionText(position.getCommitPosition(), position.getPreparePosition()),
    });
  }
}

/** Nothing was heard in time, and nothing is known: unlike a refusal, it says that the connection may be dead. */
export class NoAnswer extends GrpcError {
  constructor(timeoutMs: number) {
    super(status.DEADLINE_EXCEEDED, `no answer within ${timeoutMs} ms`);
    this.name = 'NoAnswer';
  }
}

function request(
  correlation: string,
  stream: string,
  expected: 'noStream' | bigint,
  events: readonly EncodedEvent[],
  timeoutMs: number,
): streamsMessages.BatchAppendReq {
  const deadline = new Timestamp();
  deadline.fromDate(new Date(Date.now() + timeoutMs));
  const options = new streams.BatchAppendReq.Options()
    .setStreamIdentifier(streamIdentifier(stream))
    .setDeadline21100(deadline);
  if (expected === 'noStream') options.setNoStream(new Empty());
  else options.setStreamPosition(String(expected < 0n ? neverMet : expected));
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(correlation))
    .setOptions(options)
    .setProposedMessagesList(events.map(proposed))
    .setIsFinal(true);
}

function proposed({
  id,
  type,
  data,
  metadata,
}: EncodedEvent): streamsMessages.BatchAppendReq.ProposedMessage {
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(id))
    .setData(Buffer.from(data))
    .setCustomMetadata(Buffer.from(metadata));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  return message;
}

type BatchError = NonNullable<ReturnType<streamsMessages.BatchAppendResp['getError']>>;

const packageName = 'event_store.client.';

/** In a batch a refusal is a `google.rpc.Status` whose one detail is the packed refusal. */
function refusal(error: BatchError): Error {
  const code = error.getCode() as unknown as StatusCode;
  const detail = error.getDetails();
  const name = detail?.getTypeName().replace(packageName, '');
  const message = error.getMessage();
  const unpack = <T>(type: { deserializeBinary: (bytes: Uint8Array) => T }) =>
    type.deserializeBinary(detail!.getValue_asU8());
  switch (name) {
    case 'WrongExpectedVersion': {
      const wrong = unpack(shared.WrongExpectedVersion);
      return new WrongVersion(
        wrong.hasCurrentStreamRevision() ? BigInt(wrong.getCurrentStreamRevision()) : 'noStream',
      );
    }
    case 'MaximumAppendSizeExceeded': {
      const limit = unpack(shared.MaximumAppendSizeExceeded).getMaxappendsize();
      const facts = { 'maximum-append-size': String(limit) };
      return new GrpcError(code, message, { exception: 'maximum-append-size-exceeded', facts });
    }
    case 'StreamDeleted':
      return new GrpcError(code, message, { exception: 'stream-deleted' });
    case 'AccessDenied':
      return new GrpcError(code, message, { exception: 'access-denied' });
    case 'Timeout':
      return new GrpcError(code, message, { exception: 'timeout' });
    case 'InvalidTransaction':
      return new GrpcError(code, message, { exception: 'invalid-transaction' });
    default:
      // `Unknown`: what a node answers that was elected and does not lead yet ("Server Is Not Ready"), among others.
      return new GrpcError(code, message, { exception: 'unknown' });
  }
}

const half = (bits: string): string => BigInt.asUintN(64, BigInt(bits)).toString(16).padStart(16, '0');

/** A UUID as text, from either of the protocol's two forms. */
function uuidText(
  uuid: { getString(): string; getStructured(): UuidHalves | undefined } | undefined,
): string {
  const halves = uuid?.getStructured();
  if (!halves) return uuid?.getString() ?? '';
  const hex = half(halves.getMostSignificantBits()) + half(halves.getLeastSignificantBits());
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
interface UuidHalves {
  getMostSignificantBits(): string;
  getLeastSignificantBits(): string;
}
