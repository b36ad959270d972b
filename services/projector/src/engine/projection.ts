import type { DataOf, EventMetadata, EventType } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import { projectedTables, type AnyTable, type Change, type ReadModelName } from '@lacre/read-models';

/** An event as projections see it. `at` is when it happened by the decider's clock: ISO 8601. */
export type Fact<Type extends EventType = EventType> = {
  [T in Type]: {
    type: T;
    /** Id, stream and place in it, as the log has them. */
    id: string;
    stream: string;
    revision: bigint;
    data: DataOf<T>;
    at: string;
    position: Position;
    metadata: EventMetadata;
  };
}[Type];

/** What each event of these types does to rows: one that is left out does not compile. */
export type HandlersOf<Types extends EventType> = {
  readonly [Type in Types]: (event: Fact<Type>) => Change | readonly Change[];
};
type Handlers = Partial<HandlersOf<EventType>>;

/**
 * A read model as a value: what its tables look like, and what each event does to single rows of them. Handlers are
 * pure. Raise `version` when the tables or the handlers change: the new version is then filled beside the old one.
 */
export interface Projection {
  readonly name: string;
  readonly version: number;
  readonly schema: 'read' | 'projector';
  readonly tables: readonly AnyTable[];
  readonly on: Handlers;
  /** Types whose handlers sweep tables: such an event is folded by itself, when all before it is in the tables. */
  readonly sweeps?: readonly EventType[];
}

/** The projection that fills the read tables of this name. */
export const readModel = <Name extends ReadModelName>(
  name: Name,
  fold: Pick<Projection, 'version' | 'on' | 'sweeps'>,
): Projection & { name: Name } => ({ name, schema: 'read', tables: projectedTables[name], ...fold });

/** The event as projections see it. */
export const factOf = (event: LoggedEvent): Fact =>
  ({
    type: event.type,
    id: event.id,
    stream: event.stream,
    revision: event.revision,
    data: event.data,
    at: event.metadata.occurredAt,
    position: event.position,
    metadata: event.metadata,
  }) as Fact;

const NONE: readonly Change[] = [];

/** Changes of one event; none when the projection has no say in it. */
export function changesOf(projection: Projection, fact: Fact): readonly Change[] {
  const handler = projection.on[fact.type] as ((fact: Fact) => Change | readonly Change[]) | undefined;
  if (handler === undefined) return NONE;
  const changes = handler(fact);
  return 'kind' in changes ? [changes] : changes;
}
