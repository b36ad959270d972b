import type { EventStore, Position } from '@lacre/event-store';
import type { AnyTable } from '@lacre/read-models';
import { escapeIdentifier } from 'pg';

import type { Partition } from './partition.ts';
import type { Projection } from './projection.ts';

/** Where a projection's events are folded up to; 'start' is before the log's first event. */
export type Place = Position | 'start';

/**
 * live: what readers see · building: filled beside it, to take its place · scratch: for comparison, then gone ·
 * retired: replaced, and dropped as soon as its last readers are done.
 */
export type TargetState = 'live' | 'building' | 'scratch' | 'retired';

/**
 * One filling of a projection's tables, of the tenants of one partition, with a checkpoint of its own; only what is live
 * is divided. `place` is what this process knows of it; the row in `projector.checkpoint` decides.
 */
export interface Target {
  /** `company@1.1`: projection, version and generation. With the partition the key of its checkpoint. */
  readonly id: string;
  readonly partition: Partition;
  readonly projection: Projection;
  readonly generation: number;
  readonly state: TargetState;
  place: Place;
}

export const targetId = (projection: Projection, generation: number): string =>
  `${projection.name}@${projection.version}.${generation}`;

/** The first filling of a version is `company_v1`; one built again beside it is `company_v1_2`. */
export function physicalTable(target: Target, table: AnyTable): string {
  const { schema, version } = target.projection;
  const again = target.generation === 1 ? '' : `_${target.generation}`;
  return qualified(schema, `${table.name}_v${version}${again}`);
}

/** What readers name. */
export const viewOf = (projection: Projection, table: AnyTable): string =>
  qualified(projection.schema, table.name);

const qualified = (schema: string, name: string): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/** Order of two places in the log of this store. */
export function comparePlaces(store: Ordered, a: Place, b: Place): number {
  if (a === b) return 0;
  if (a === 'start') return -1;
  return b === 'start' ? 1 : store.comparePositions(a, b);
}

type Ordered = Pick<EventStore, 'comparePositions'>;

/** The place that a target stands at. */
export const placeOf = ({ place }: Target): Place => place;

/** The first of places in the log of this store; 'start' of none. */
export const lowestPlace = (store: Ordered, places: readonly Place[]): Place =>
  outermost(places, (a, b) => comparePlaces(store, a, b));

/** The last of them. */
export const highestPlace = (store: Ordered, places: readonly Place[]): Place =>
  outermost(places, (a, b) => comparePlaces(store, b, a));

function outermost(
  [first = 'start', ...rest]: readonly Place[],
  compare: (a: Place, b: Place) => number,
): Place {
  return rest.reduce((outer, place) => (compare(place, outer) < 0 ? place : outer), first);
}
