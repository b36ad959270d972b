import type { handleClientStreamingCall, sendUnaryData, ServerDuplexStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';

import {
  Any,
  Code,
  Empty,
  shared,
  Status,
  streamIdentifier,
  streamName,
  streams,
  uuidText,
  type streamsMessages,
} from './protocol.ts';
import type { AppendOutcome, ExpectedState, ProposedEvent, StandInLog } from './stand-in-log.ts';

/** What an append is answered with: its outcome, an error though it was done, or nothing at all. */
export type AnswerFault = 'lose' | 'hold' | undefined;

export interface Appending {
  /** Writes to the log and wakes subscriptions. */
  write: (...append: Parameters<StandInLog['append']>) => AppendOutcome;
  nextFault: () => AnswerFault;
}

const answerLost = { code: status.UNAVAILABLE, details: 'the answer was lost' };

type AppendCall = Parameters<
  handleClientStreamingCall<streamsMessages.AppendReq, streamsMessages.AppendResp>
>[0];

/** `Append`: options first, then one message per event; one answer at the end. */
export function handleAppend(
  { write, nextFault }: Appending,
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
    const expected = options.hasRevision() ? BigInt(options.getRevision()) : namedState(options);
    const outcome = write(streamName(options.getStreamIdentifier()), expected, events);
    const fault = nextFault();
    if (fault === 'lose') respond(answerLost);
    else if (fault === undefined) respond(null, appendResponse(outcome, expected));
  });
}

type BatchCall = ServerDuplexStream<streamsMessages.BatchAppendReq, streamsMessages.BatchAppendResp>;

/** `BatchAppend`: many appends over one call, each in parts that share a correlation id, answered as they end. */
export function handleBatchAppend({ write, nextFault }: Appending, call: BatchCall): void {
  const open = new Map<
    string,
    { options: streamsMessages.BatchAppendReq.Options; events: ProposedEvent[] }
  >();
  call.on('error', () => {});
  call.on('end', () => call.end());
  call.on('data', (request: streamsMessages.BatchAppendReq) => {
    const correlation = uuidText(request.getCorrelationId());
    const options = request.getOptions();
    if (options) open.set(correlation, { options, events: [] });
    const batch = open.get(correlation);
    if (!batch) return;
    batch.events.push(...request.getProposedMessagesList().map(proposedEvent));
    if (!request.getIsFinal()) return;
    open.delete(correlation);
    const expected = batch.options.hasStreamPosition()
      ? BigInt(batch.options.getStreamPosition())
      : namedState(batch.options);
    const stream = streamName(batch.options.getStreamIdentifier());
    const outcome = write(stream, expected, batch.events);
    const fault = nextFault();
    if (fault === 'lose') call.emit('error', answerLost);
    if (fault !== undefined) return;
    const response = new streams.BatchAppendResp();
    response.setCorrelationId(request.getCorrelationId());
    response.setStreamIdentifier(streamIdentifier(stream));
    fillBatchResponse(response, outcome, expected);
    call.write(response);
  });
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

function namedState(options: { hasNoStream(): boolean; hasStreamExists(): boolean }): ExpectedState {
  if (options.hasNoStream()) return 'noStream';
  return options.hasStreamExists() ? 'streamExists' : 'any';
}

function appendResponse(outcome: AppendOutcome, expected: ExpectedState): streamsMessages.AppendResp {
  const response = new streams.AppendResp();
  if (outcome.kind === 'wrongExpectedVersion') {
    return response.setWrongExpectedVersion(wrongVersion(outcome.current, expected));
  }
  const success = new streams.AppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (outcome.kind === 'known') success.setNoPosition(new shared.Empty());
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
  outcome: AppendOutcome,
  expected: ExpectedState,
): void {
  if (outcome.kind === 'wrongExpectedVersion') {
    response.setError(wrongVersionStatus(outcome.current, expected));
    return;
  }
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (outcome.kind === 'known') success.setNoPosition(new Empty());
  else {
    const position = String(outcome.position);
    success.setPosition(
      new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position),
    );
  }
  response.setSuccess(success);
}

/** In a batch a refusal is a `google.rpc.Status` whose one detail is the packed refusal. */
function wrongVersionStatus(current: bigint, expected: ExpectedState): InstanceType<typeof Status> {
  const wrong = new shared.WrongExpectedVersion();
  const empty = new Empty();
  if (current < 0n) wrong.setCurrentNoStream(empty);
  else wrong.setCurrentStreamRevision(String(current));
  if (typeof expected === 'bigint') wrong.setExpectedStreamPosition(String(expected));
  else if (expected === 'noStream') wrong.setExpectedNoStream(empty);
  else if (expected === 'streamExists') wrong.setExpectedStreamExists(empty);
  else wrong.setExpectedAny(empty);
  const detail = new Any();
  detail.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  return new Status().setCode(Code.FAILED_PRECONDITION).setMessage('WrongExpectedVersion').setDetails(detail);
}
