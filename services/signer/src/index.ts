export type { Signer, SignerDependencies } from './dependencies.ts';
export { sofficeConverter, type Converted, type OfficeConverter } from './intake/convert-office.ts';
export { openSealing, type SealingOptions } from './authorities/open-sealing.ts';
export { SealCertificateExpired, SealKeys } from './keys/seal-keys.ts';
export { migrateSigner } from './migrations.ts';
export { buildSignerApp, openSigner, registerSignerRoutes, startSignerWorkers } from './signer.ts';
