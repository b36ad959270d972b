import type {
  handleClientStreamingCall,
  handleUnaryCall,
  Metadata,
  sendUnaryData,
  ServerDuplexStream,
} from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';

import type { ExpectedState } from '../log/commit-check.ts';
import type { ProposedEvent } from '../log/log-records.ts';
import type { Append, Deletion, WriteOutcome } from '../log/writer.ts';
import {
  Empty,
  shared,
  streamIdentifier,
  streamName,
  streams,
  uuidText,
  type streamsMessages,
} from '../protocol.ts';
import {
  batchStreamDeleted,
  batchTimedOut,
  batchTooLarge,
  batchWrongVersion,
  callStreamDeleted,
  callTimedOut,
  callTooLarge,
  callWrongVersion,
  refusedCall,
  refusedInBatch,
  type Refusal,
} from './errors.ts';
import { fail } from './serve-reads.ts';

/** What an append is answered with: its outcome, an error though it was done, or nothing at all. */
export type AnswerFault = 'lose' | 'hold' | undefined;

type Answer = (outcome: WriteOutcome) => void;

/** What the node does for the calls that write. */
export interface WritingNode {
  maxAppendSizeBytes: number;
  refusal: (call: 'append', metadata: Metadata) => Refusal | undefined;
  append: (append: Append, answer: Answer) => void;
  delete: (deletion: Deletion, answer: Answer) => void;
  nextFault: () => AnswerFault;
}

const answerLost = { code: status.UNAVAILABLE, details: 'the answer was lost' };

type AppendCall = Parameters<
  handleClientStreamingCall<streamsMessages.AppendReq, streamsMessages.AppendResp>
>[0];

/** `Append`: options first, then one message per event; one answer at the end. */
export function serveAppend(
  node: WritingNode,
  call: AppendCall,
  respond: sendUnaryData<streamsMessages.AppendResp>,
): void {
  let options: streamsMessages.AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  call.on('data', (request: streamsMessages.AppendReq) => {
    const message = request.getProposedMessage();
    if (message) events.push(proposedEvent(message));
    else options = request.getOptions();
  });
  call.on('end', () => {
    if (!options) return respond({ code: status.INVALID_ARGUMENT, details: 'no options' });
    const refusal = node.refusal('append', call.metadata);
    if (refusal) return respond(refusedCall(refusal));
    if (sizeOf(events) > node.maxAppendSizeBytes) return respond(callTooLarge(node.maxAppendSizeBytes));
    const stream = streamName(options.getStreamIdentifier());
    const expected = options.hasRevision() ? BigInt(options.getRevision()) : namedState(options);
    const fault = node.nextFault();
    node.append({ stream, expected, events }, (outcome) => {
      if (fault === 'hold') return;
      if (fault === 'lose') return respond(answerLost);
      if (outcome.kind === 'deleted') return respond(callStreamDeleted(stream));
      if (outcome.kind === 'timedOut') return respond(callTimedOut());
      respond(null, appendResponse(outcome, expected));
    });
  });
}

type BatchCall = ServerDuplexStream<streamsMessages.BatchAppendReq, streamsMessages.BatchAppendResp>;

interface OpenBatch {
  options: streamsMessages.BatchAppendReq.Options;
  events: ProposedEvent[];
}

/** `BatchAppend`: many appends over one call, each in parts that share a correlation id, answered as they end. */
export function serveBatchAppend(node: WritingNode, call: BatchCall): void {
  const open = new Map<string, OpenBatch>();
  call.on('error', () => {});
  call.on('end', () => call.end());
  call.on('data', (request: streamsMessages.BatchAppendReq) => {
    const correlation = uuidText(request.getCorrelationId());
    const options = request.getOptions();
    if (options) open.set(correlation, { options, events: [] });
    const batch = open.get(correlation);
    if (!batch) return;
    batch.events.push(...request.getProposedMessagesList().map(proposedEvent));
    const isTooLarge = sizeOf(batch.events) > node.maxAppendSizeBytes;
    if (!isTooLarge && !request.getIsFinal()) return;
    open.delete(correlation);
    appendBatch(node, call, request.getCorrelationId(), batch, isTooLarge);
  });
}

function appendBatch(
  node: WritingNode,
  call: BatchCall,
  correlationId: ReturnType<streamsMessages.BatchAppendReq['getCorrelationId']>,
  { options, events }: OpenBatch,
  isTooLarge: boolean,
): void {
  const stream = streamName(options.getStreamIdentifier());
  const expected = options.hasStreamPosition() ? BigInt(options.getStreamPosition()) : namedState(options);
  const response = new streams.BatchAppendResp()
    .setCorrelationId(correlationId)
    .setStreamIdentifier(streamIdentifier(stream));
  const refusal = node.refusal('append', call.metadata);
  if (refusal) {
    const refused = refusedInBatch(refusal);
    if (refused) call.write(response.setError(refused));
    else fail(call, refusedCall(refusal));
    return;
  }
  if (isTooLarge) return void call.write(response.setError(batchTooLarge(node.maxAppendSizeBytes)));
  const fault = node.nextFault();
  node.append({ stream, expected, events }, (outcome) => {
    if (fault === 'lose') fail(call, answerLost);
    if (fault !== undefined || call.cancelled) return;
    fillBatchResponse(response, outcome, { stream, expected });
    call.write(response);
  });
}

type DeletionRequest = streamsMessages.DeleteReq | streamsMessages.TombstoneReq;

/** `Delete` (soft) and `Tombstone`: their requests have the same shape, `answer` words the answer. */
export function serveDeletion<Request extends DeletionRequest, Response>(
  node: WritingNode,
  kind: Deletion['kind'],
  answer: (position: string) => Response,
): handleUnaryCall<Request, Response> {
  return (call, respond) => {
    const refusal = node.refusal('append', call.metadata);
    if (refusal) return respond(refusedCall(refusal));
    const options = call.request.getOptions();
    if (!options) return respond({ code: status.INVALID_ARGUMENT, details: 'no options' });
    const stream = streamName(options.getStreamIdentifier());
    const expected = options.hasRevision() ? BigInt(options.getRevision()) : namedState(options);
    node.delete({ stream, expected, kind }, (outcome) => {
      if (outcome.kind === 'deleted') return respond(callStreamDeleted(stream));
      if (outcome.kind === 'timedOut') return respond(callTimedOut());
      if (outcome.kind === 'wrongExpectedVersion') {
        return respond(callWrongVersion(stream, expected, outcome.current));
      }
      respond(null, answer(String(outcome.position ?? 0n)));
    });
  };
}

export function deleteResponse(position: string): streamsMessages.DeleteResp {
  const place = new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position);
  return new streams.DeleteResp().setPosition(place);
}

export function tombstoneResponse(position: string): streamsMessages.TombstoneResp {
  const place = new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position);
  return new streams.TombstoneResp().setPosition(place);
}

function proposedEvent(
  message: streamsMessages.AppendReq.ProposedMessage | streamsMessages.BatchAppendReq.ProposedMessage,
): ProposedEvent {
  const described = message.getMetadataMap();
  return {
    id: uuidText(message.getId()),
    type: described.get('type') ?? '',
    contentType: described.get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** What counts against the limit: these releases count the data alone (`Event.SizeOnDisk`). */
const sizeOf = (events: readonly ProposedEvent[]): number =>
  events.reduce((bytes, { data }) => bytes + data.length, 0);

function namedState(options: { hasNoStream(): boolean; hasStreamExists(): boolean }): ExpectedState {
  if (options.hasNoStream()) return 'noStream';
  return options.hasStreamExists() ? 'streamExists' : 'any';
}

type AnsweredOutcome = Exclude<WriteOutcome, { kind: 'deleted' | 'timedOut' }>;

function appendResponse(outcome: AnsweredOutcome, expected: ExpectedState): streamsMessages.AppendResp {
  const response = new streams.AppendResp();
  if (outcome.kind === 'wrongExpectedVersion') {
    return response.setWrongExpectedVersion(wrongVersion(outcome.current, expected));
  }
  const success = new streams.AppendResp.Success();
  if (outcome.revision < 0n) success.setNoStream(new shared.Empty());
  else success.setCurrentRevision(String(outcome.revision));
  if (outcome.position === undefined) success.setNoPosition(new shared.Empty());
  else {
    const position = String(outcome.position);
    success.setPosition(
      new streams.AppendResp.Position().setCommitPosition(position).setPreparePosition(position),
    );
  }
  return response.setSuccess(success);
}

function wrongVersion(
  current: bigint,
  expected: ExpectedState,
): streamsMessages.AppendResp.WrongExpectedVersion {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  const empty = new shared.Empty();
  if (current < 0n) wrong.setCurrentNoStream(empty);
  else wrong.setCurrentRevision(String(current));
  if (typeof expected === 'bigint') wrong.setExpectedRevision(String(expected));
  else if (expected === 'noStream') wrong.setExpectedNoStream(empty);
  else if (expected === 'streamExists') wrong.setExpectedStreamExists(empty);
  else wrong.setExpectedAny(empty);
  return wrong;
}

function fillBatchResponse(
  response: streamsMessages.BatchAppendResp,
  outcome: WriteOutcome,
  { stream, expected }: { stream: string; expected: ExpectedState },
): void {
  switch (outcome.kind) {
    case 'wrongExpectedVersion':
      return void response.setError(batchWrongVersion(expected, outcome.current));
    case 'deleted':
      return void response.setError(batchStreamDeleted(stream));
    case 'timedOut':
      return void response.setError(batchTimedOut());
    case 'written':
    case 'known':
      return void response.setSuccess(batchSuccess(outcome));
  }
}

function batchSuccess({
  revision,
  position,
}: Extract<WriteOutcome, { kind: 'written' | 'known' }>): streamsMessages.BatchAppendResp.Success {
  const success = new streams.BatchAppendResp.Success();
  if (revision < 0n) success.setNoStream(new Empty());
  else success.setCurrentRevision(String(revision));
  if (position === undefined) return success.setNoPosition(new Empty());
  const half = String(position);
  return success.setPosition(new shared.AllStreamPosition().setCommitPosition(half).setPreparePosition(half));
}
