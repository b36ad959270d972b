import { unsigned, type LogPosition } from '../log/log-position.ts';
import type { LoggedEvent } from '../log/log-records.ts';
import { shared, streamIdentifier, streams, Timestamp, type streamsMessages } from '../protocol.ts';
import type { ReleaseTraits } from '../release.ts';

export function eventResponse(event: LoggedEvent): streamsMessages.ReadResp {
  const position = String(event.position);
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(String(event.revision))
    .setPreparePosition(position)
    .setCommitPosition(position)
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  const described = recorded.getMetadataMap();
  described.set('type', event.type);
  described.set('content-type', event.contentType);
  // .NET ticks, 100 ns each, since 1970.
  described.set('created', String(BigInt(event.createdMs) * 10_000n));
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position);
  return new streams.ReadResp().setEvent(read);
}

export function streamNotFoundResponse(stream: string): streamsMessages.ReadResp {
  const missing = new streams.ReadResp.StreamNotFound().setStreamIdentifier(streamIdentifier(stream));
  return new streams.ReadResp().setStreamNotFound(missing);
}

export function confirmationResponse(subscriptionId: string): streamsMessages.ReadResp {
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId);
  return new streams.ReadResp().setConfirmation(confirmation);
}

export function checkpointResponse(position: LogPosition): streamsMessages.ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(unsigned(position.commit)))
    .setPreparePosition(String(unsigned(position.prepare)));
  return new streams.ReadResp().setCheckpoint(checkpoint);
}

export function caughtUpResponse(traits: ReleaseTraits, at: LogPosition): streamsMessages.ReadResp {
  const caughtUp = new streams.ReadResp.CaughtUp();
  if (traits.marksNamePlaces) caughtUp.setTimestamp(now()).setPosition(protocolPosition(at));
  return new streams.ReadResp().setCaughtUp(caughtUp);
}

export function fellBehindResponse(traits: ReleaseTraits, at: LogPosition): streamsMessages.ReadResp {
  const fellBehind = new streams.ReadResp.FellBehind();
  if (traits.marksNamePlaces) fellBehind.setTimestamp(now()).setPosition(protocolPosition(at));
  return new streams.ReadResp().setFellBehind(fellBehind);
}

function now(): InstanceType<typeof Timestamp> {
  const timestamp = new Timestamp();
  timestamp.fromDate(new Date());
  return timestamp;
}

function protocolPosition({ commit, prepare }: LogPosition): streamsMessages.ReadResp.Position {
  return new streams.ReadResp.Position()
    .setCommitPosition(String(unsigned(commit)))
    .setPreparePosition(String(unsigned(prepare)));
}
