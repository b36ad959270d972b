export { openSecrets, type Secrets } from './secrets.ts';
