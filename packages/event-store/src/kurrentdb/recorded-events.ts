import { EventStoreFault } from '../errors.ts';
import type { EventMetadata, JsonObject, RecordedEvent } from '../port.ts';
import { readMoment } from './kept-moment.ts';
import { positionText } from './positions.ts';
import type { streamsMessages } from './protocol.ts';

export type ServerEvent = streamsMessages.ReadResp.ReadEvent.RecordedEvent;

export function streamNameOf(event: ServerEvent): string {
  return Buffer.from(event.getStreamIdentifier()!.getStreamName_asU8()).toString();
}

export function typeOf(event: ServerEvent): string {
  return event.getMetadataMap().get('type') ?? '';
}

export function positionOf(event: ServerEvent) {
  return positionText(event.getCommitPosition(), event.getPreparePosition());
}

/**
 * An event of the server as one of the product's; `stream` is its name there without the prefix.
 *
 * @throws EventStoreFault when it is none: whoever may write to the product's streams beside it can stop it.
 */
export function recordedEvent(event: ServerEvent, stream: string): RecordedEvent {
  const described = event.getMetadataMap();
  const id = event.getId()!.getString();
  const revision = BigInt(event.getStreamRevision());
  let data: unknown;
  let metadata: unknown;
  try {
    data = JSON.parse(text(event.getData_asU8()));
    metadata = JSON.parse(text(event.getCustomMetadata_asU8()));
  } catch {
    throw foreign(stream, revision);
  }
  if (!isObject(data) || !isObject(metadata)) throw foreign(stream, revision);
  return {
    id,
    type: described.get('type') ?? '',
    data: data as JsonObject,
    stream,
    revision,
    position: positionOf(event),
    ...readMoment(metadata as unknown as EventMetadata, moment(described.get('created') ?? '')),
  };
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function foreign(stream: string, revision: bigint): EventStoreFault {
  return new EventStoreFault(
    new Error(
      `event ${revision} of stream ${stream} was not written by the product: it is not two JSON objects`,
    ),
  );
}

/** `created` counts 100 ns (.NET ticks) from 1970, more than a number holds exactly. */
function moment(created: string): string {
  return new Date(Number(created.slice(0, -4))).toISOString();
}
