import type { EventMetadata, JsonObject, Position, RecordedEvent } from '../../port.ts';
import type { ServerEvent } from './event-decoder.ts';
import { readMoment } from './kept-moment.ts';
import { positionText } from './positions.ts';

export function positionOf({ commit, prepare }: ServerEvent): Position {
  return positionText(commit, prepare);
}

/** An event in one of the product's streams that the product did not write: each of its own carries its metadata. */
export class ForeignEvent extends Error {
  readonly stream: string;
  readonly revision: bigint;
  readonly type: string;

  constructor({ revision, type }: ServerEvent, stream: string, reason: string) {
    super(`event ${revision} of stream ${stream} was not written by the product: ${reason}`);
    this.name = 'ForeignEvent';
    this.stream = stream;
    this.revision = revision;
    this.type = type;
  }
}

/** An event of the server as one of the product's, if it is; `stream` is its name there without the prefix. */
export function recordedEvent(event: ServerEvent, stream: string): RecordedEvent | ForeignEvent {
  const { id, type, revision, created } = event;
  let data: unknown;
  let metadata: unknown;
  try {
    data = JSON.parse(event.data.toString());
    metadata = JSON.parse(event.metadata.toString());
  } catch {
    return new ForeignEvent(event, stream, notObjects);
  }
  if (!isObject(data) || !isObject(metadata)) return new ForeignEvent(event, stream, notObjects);
  if (!isMetadata(metadata)) return new ForeignEvent(event, stream, "its metadata is not the product's");
  return {
    id,
    type,
    data: data as JsonObject,
    stream,
    revision,
    position: positionOf(event),
    ...readMoment(metadata, moment(created)),
  };
}

const notObjects = 'it is not two JSON objects';

/** What the port asks of every event that is written. */
function isMetadata(value: object): value is EventMetadata {
  const { occurredAt, correlationId, schemaVersion } = value as Partial<EventMetadata>;
  return (
    typeof occurredAt === 'string' && typeof correlationId === 'string' && typeof schemaVersion === 'number'
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `created` counts 100 ns (.NET ticks) from 1970, more than a number holds exactly. */
function moment(created: string): string {
  return new Date(Number(created.slice(0, -4))).toISOString();
}
