import type { Actor, ClientContext } from '@lacre/contracts';
import type { NewMetadata } from '@lacre/domain-log';

/** Who asks for something and under which intent; it ends up beside every event. */
export interface CommandContext {
  /** Names one intent: the ids of its events derive from it, so that a repeat is the same append. */
  key: string;
  /** Keyed hash of the request: detects the same intent with another content. */
  requestHash?: string | undefined;
  correlationId: string;
  causationId?: string | undefined;
  /** Of the command, where its events are appended together with those of others. */
  traceparent?: string | undefined;
  tenantId: string;
  actor: Actor;
  client?: ClientContext | undefined;
}

/** An intent as commands see it: the context of its events, and ids of what it creates. */
export interface RunningCommand {
  context: CommandContext;
  /** Id of what the intent creates: the same when the intent is repeated. */
  readonly newId: (of: string) => string;
}

/** Metadata of the events that this context leads to, decided at `now`. */
export function metadataOf(context: CommandContext, now: Date): NewMetadata {
  const { correlationId, causationId, traceparent, tenantId, actor, client, requestHash } = context;
  return {
    occurredAt: now.toISOString(),
    correlationId,
    ...(causationId === undefined ? {} : { causationId }),
    ...(traceparent === undefined ? {} : { traceparent }),
    tenantId,
    actor,
    ...(client === undefined ? {} : { client }),
    ...(requestHash === undefined ? {} : { requestHash }),
  };
}
