export { migrateSecrets, openSecrets, type Secrets } from './secrets.ts';
