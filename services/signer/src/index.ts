export type { Signer, SignerDependencies } from './dependencies.ts';
export type { Converted, OfficeConverter } from './intake/convert-office.ts';
export { officeConverter, type OfficeOptions } from './intake/office-converter.ts';
export {
  openSealKeys,
  SealCertificateExpired,
  type SealKeys,
  type SealKeysOptions,
} from './keys/seal-keys.ts';
export { migrateSigner } from './migrations.ts';
export { buildSignerApp, openSigner, registerSignerRoutes, startSignerWorkers } from './signer.ts';
