export { startDeliveries } from './deliveries/start-deliveries.ts';
export { sendNotification, type DeliveryDeps } from './deliveries/send-notification.ts';
export { compareWithRebuild, type Difference } from './engine/compare-with-rebuild.ts';
export { Fold } from './engine/fold.ts';
export { forgetTenantRows } from './forget-tenant-rows.ts';
export { listParked, type ParkedEvent } from './engine/parked-events.ts';
export { changesOf, factOf } from './engine/projection.ts';
export { migrateProjector } from './engine/schema.ts';
export {
  checkReadModels,
  missingReadModels,
  projectionNames,
  rebuildEverything,
  rebuildReadModel,
  retryParkedStream,
} from './maintenance.ts';
export { openWorkModel } from './reactors/index.ts';
export { openJobsOfTenant } from './reactors/open-jobs-of-tenant.ts';
export { openWorkNow, type OpenWorkNow } from './reactors/open-work-now.ts';
export { startProjections, type ProjectionDeps, type Running } from './start-projector.ts';
export { startProjectorWorkers, type ProjectorDeps } from './start-projector-workers.ts';
export { migrateWebhooks } from './webhooks/schema.ts';
export { startWebhooks } from './webhooks/start-webhooks.ts';
export { untilModelsLive, untilModelsReadable } from './until-models-readable.ts';
export { observeFollowUps } from './observe-follow-ups.ts';
