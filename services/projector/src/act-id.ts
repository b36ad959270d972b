import type { EventMetadata } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';

/**
 * Names the act that an event came of: one command stores all its events with one metadata. Both halves are needed,
 * since a caller may give several requests the same correlation id.
 */
export const actIdOf = ({ correlationId, occurredAt }: Pick<EventMetadata, 'correlationId' | 'occurredAt'>) =>
  derivedId('act', correlationId, occurredAt);
