import { EventStoreFault } from '../errors.ts';
import type { EventMetadata, JsonObject, Position, RecordedEvent } from '../port.ts';
import type { ServerEvent } from './event-decoder.ts';
import { readMoment } from './kept-moment.ts';
import { positionText } from './positions.ts';

export function positionOf({ commit, prepare }: ServerEvent): Position {
  return positionText(commit, prepare);
}

/**
 * An event of the server as one of the product's; `stream` is its name there without the prefix.
 *
 * @throws EventStoreFault when it is none: whoever may write to the product's streams beside it can stop it.
 */
export function recordedEvent(event: ServerEvent, stream: string): RecordedEvent {
  const { id, type, revision, created } = event;
  let data: unknown;
  let metadata: unknown;
  try {
    data = JSON.parse(event.data.toString());
    metadata = JSON.parse(event.metadata.toString());
  } catch {
    throw foreign(stream, revision);
  }
  if (!isObject(data) || !isObject(metadata)) throw foreign(stream, revision);
  return {
    id,
    type,
    data: data as JsonObject,
    stream,
    revision,
    position: positionOf(event),
    ...readMoment(metadata as unknown as EventMetadata, moment(created)),
  };
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
