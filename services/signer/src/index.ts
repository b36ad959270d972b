export type { Signer, SignerDependencies } from './dependencies.ts';
export { openSealing, type SealingOptions } from './authorities/open-sealing.ts';
export type { Converted, OfficeConverter } from './intake/convert-office.ts';
export { officeConverter, type OfficeOptions } from './intake/office-converter.ts';
export { SealCertificateExpired, SealKeys } from './keys/seal-keys.ts';
export { migrateSigner } from './migrations.ts';
export { buildSignerApp, openSigner, registerSignerRoutes, startSignerWorkers } from './signer.ts';
export { itiAddress } from './validate/iti-address.ts';
