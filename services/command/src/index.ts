export { buildCommandApp, registerCommandRoutes } from './app.ts';
export { startCommandWorkers } from './jobs/workers.ts';
export { httpSources, type HttpSourcesOptions } from './lookup/http/http-sources.ts';
export { createCommandService, type CommandDependencies, type CommandService } from './service.ts';
export { openProcessDifferences } from './process/open-process-index.ts';
export { replayProcess, type ReplayedStep } from './process/decide/replay.ts';
export type { ProcessState } from './process/decide/state.ts';
export { migrateCommand } from './database/migrations.ts';
export { creditSnapshotDifferences } from './credits/credit-snapshot-differences.ts';
export { MAX_GRANT, operateCredits, type OperatorGrant } from './credits/operate-credits.ts';
export {
  recoverUser,
  type Recovered,
  type Recovery,
  type RecoveryDependencies,
} from './account/recover-user.ts';
export { listLoginDomains } from './tenant/list-login-domains.ts';
export { findTenant, recordMove } from './tenant/record-move.ts';
export { filesOfDraftsBut } from './process-draft/files-of-drafts.ts';
export { tenantKeyIds } from './content/tenant-cipher.ts';
export { OWNER_ENDINGS } from './reservation/owner-standing.ts';
export { reservationsElsewhere, type RenamedReservation } from './reservation/reservations-elsewhere.ts';
export { operateTenant, type OperatedTenant } from './tenant/operate-tenant.ts';
export { WebhooksWithoutPlace } from './webhook/webhooks-without-place.ts';
