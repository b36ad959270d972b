import { eventTypeFilter, excludeSystemEvents, streamNameFilter } from '@kurrent/kurrentdb-client';
import type { Filter as ServerFilter, Position as LogPosition } from '@kurrent/kurrentdb-client';

import type { EventMetadata, Filter, JsonObject, RecordedEvent } from '../port.ts';
import { readMoment } from './kept-moment.ts';
import { positionText } from './positions.ts';

/** The parts of the client's recorded event that the port needs; its own type varies with the kind of event. */
export interface ClientEvent {
  streamId: string;
  id: string;
  revision: bigint;
  type: string;
  created: Date;
  data: unknown;
  metadata: unknown;
  position?: LogPosition | undefined;
}

/** @throws when the server is older than 22.6 and gives no position with a stream's events. */
export function recordedEvent(event: ClientEvent): RecordedEvent {
  if (!event.position) throw new Error('this KurrentDB gives no positions: version 22.6 or later is needed');
  return {
    id: event.id,
    type: event.type,
    data: event.data as JsonObject,
    stream: event.streamId,
    revision: event.revision,
    position: positionText(event.position),
    ...readMoment(event.metadata as EventMetadata, event.created),
  };
}

/** Whether the event is the server's own: its streams and types begin with `$`. */
export function isSystemEvent({ streamId, type }: ClientEvent): boolean {
  return streamId.startsWith('$') || type.startsWith('$');
}

/** Events the server looks at before it says how far a filtered subscription has come. */
const searchWindow = 256;

export function serverFilter(
  filter: Filter | undefined,
  checkpointReached?: (position: LogPosition) => void,
): ServerFilter {
  const options = {
    maxSearchWindow: searchWindow,
    checkpointInterval: 1,
    checkpointReached: (_subscription: unknown, position: LogPosition) => checkpointReached?.(position),
  };
  if (!filter) return excludeSystemEvents(options);
  return 'streamPrefixes' in filter
    ? streamNameFilter({ ...options, prefixes: [...filter.streamPrefixes] })
    : eventTypeFilter({ ...options, prefixes: [...filter.typePrefixes] });
}
