export { lifeOf, newEvent, plannedProcess, record, sha256Of, type ProcessPlan } from './recorded-history.ts';
export * from './recorded-download.ts';
export { startHookServer, type Received } from './hook-server.ts';
