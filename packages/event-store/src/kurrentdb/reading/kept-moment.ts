import type { EventMetadata, RecordedEvent } from '../../port.ts';

/**
 * Member of a copied event's metadata in KurrentDB: when the log it comes from wrote it. The server cannot be given a
 * moment; this one is preferred to its own, and no reader sees the member.
 */
const MEMBER = 'lacre:recordedAt';

export function withKeptMoment({ metadata, recordedAt }: RecordedEvent): EventMetadata {
  return { ...metadata, [MEMBER]: recordedAt };
}

/** @param written when the server wrote the event, ISO 8601 */
export function readMoment(
  metadata: EventMetadata,
  written: string,
): Pick<RecordedEvent, 'metadata' | 'recordedAt'> {
  const kept = metadata[MEMBER];
  if (typeof kept !== 'string') return { metadata, recordedAt: written };
  const { [MEMBER]: _kept, ...rest } = metadata;
  return { metadata: rest, recordedAt: kept };
}
