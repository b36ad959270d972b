export type { SignerContext, SignerDependencies } from './dependencies.ts';
export { openSealing, type SealingOptions } from './authorities/open-sealing.ts';
export type { Converted, OfficeConverter } from './intake/office/convert-office.ts';
export { officeConverter, type OfficeOptions } from './intake/office/office-converter.ts';
export {
  assertStoresFitLog,
  missingCertificates,
  StoresDoNotFitLog,
  type Stores,
} from './keys/assert-stores.ts';
export { shareCertificates } from './keys/share-certificates.ts';
export { SealCertificateExpired, SealKeys } from './keys/seal-keys.ts';
export { KNOWN_BEFORE_MS, rotateSealKey } from './keys/local-authority-folder.ts';
export {
  listSealCertificates,
  revokeSealCertificate,
  type ListedCertificate,
  type Revoked,
} from './keys/operate-seal-keys.ts';
export { tokenSettings } from './keys/pkcs11/token-settings.ts';
export { migrateSigner } from './migrations.ts';
export { buildSignerApp, openSigner, registerSignerRoutes, startSignerWorkers } from './signer.ts';
export { itiAddress } from './validate/iti-address.ts';
export { problemOfIssued, readSealTrust, type IssuedFile, type SealTrust } from './seal/check-issued.ts';
export { IssuedSeals, type IssuedDifferences } from './validate/issued-seals.ts';
export { filesOfRevisions, partsOf } from './seal/seal-record.ts';
export { faceRegisterOf } from './face/comparison/face-register.ts';
export { observeCertificates, sealCertificateCheck } from './observe-certificates.ts';
