export { buildCommandApp, registerCommandRoutes } from './app.ts';
export { startCommandWorkers } from './jobs/workers.ts';
export { DEFAULT_LIMITS, type Limit, type Limits } from './identity/attempts.ts';
export { httpSources, type HttpSourcesOptions } from './lookup/http/http-sources.ts';
export { createCommandService, type CommandDependencies, type CommandService } from './service.ts';
export { replayProcess, type ReplayedStep } from './process/replay.ts';
export type { ProcessState } from './process/state.ts';
export { operateTenant, type OperatedTenant } from './tenant/operate-tenant.ts';
