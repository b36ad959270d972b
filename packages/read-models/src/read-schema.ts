import type { projectedTables, ReadModelName } from './projected-tables.ts';
import type { SelectedRowOf } from './table.ts';
import type * as services from './tables/service-tables.ts';

type Projected = (typeof projectedTables)[ReadModelName][number];
type OfServices = (typeof services)[keyof typeof services];

/** What the query service reads, by name, as kysely takes it. Every table is bound to a tenant by its policies. */
export type ReadSchema = {
  [Name in Projected['name'] as `read.${Name}`]: SelectedRowOf<Extract<Projected, { name: Name }>>;
} & {
  [Name in OfServices['name']]: SelectedRowOf<Extract<OfServices, { name: Name }>>;
};
