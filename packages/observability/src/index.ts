export {
  behindCheck,
  certificateCheck,
  databaseCheck,
  diskCheck,
  logCheck,
  secondsBehind,
} from './checks.ts';
export { buildInternalApp } from './internal-app.ts';
export { Metrics } from './metrics.ts';
export { NotReady, Readiness, type Check, type ReadinessReport } from './readiness.ts';
