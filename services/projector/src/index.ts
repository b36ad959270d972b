export { compareWithRebuild, type Difference } from './engine/compare-with-rebuild.ts';
export { listParked, type ParkedEvent } from './engine/parked-events.ts';
export { migrateProjector } from './engine/schema.ts';
export { readModels } from './projections/index.ts';
export { startProjections, type ProjectionDeps, type Running } from './start-projector.ts';
