export { lifeOf, newEvent, plannedProcess, record, sha256Of, type ProcessPlan } from './recorded-history.ts';
export * from './recorded-download.ts';
