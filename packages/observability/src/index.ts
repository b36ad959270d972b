export {
  behindCheck,
  blobsCheck,
  certificateCheck,
  databaseCheck,
  logCheck,
  secondsBehind,
} from './checks.ts';
export { Observation } from './observation.ts';
export type { Metrics } from './metrics.ts';
export { NotReady, type Check } from './readiness.ts';
