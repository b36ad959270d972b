export { Accounts } from './accounts.ts';
export { assertPassword } from './passwords/assert-password.ts';
export type { Attempts } from './attempts.ts';
export { CHALLENGE_SECONDS, type Challenges } from './challenges.ts';
export { dropCodesAndDevices } from './drop-codes-and-devices.ts';
export { forgetEnded, openIdentity, type ExpiringParts, type IdentityContext } from './context.ts';
export type { GoogleIdentity, GoogleOptions, GoogleSignIn } from './google.ts';
export type { IdentityStore } from './identity-store.ts';
export { createKeyedDigest, type KeyedDigest } from './keyed-digest.ts';
export { BROWSER_KNOWN_MS, KnownBrowser } from './known-browser.ts';
export { LINK_SECONDS, MailedLinks } from './mailed-links.ts';
export { migrateIdentity } from './migrations.ts';
export { nobody } from './nobody.ts';
export {
  CODE_LIFE_SECONDS,
  type AnsweredCode,
  type CodePurpose,
  type CodeSource,
  type OneTimeCodes,
} from './one-time-codes.ts';
export type { Passkeys } from './passkeys.ts';
export type { PersonDevices, PresentedDevice, RememberedDevice } from './person-devices.ts';
export { boxOf, countSealedByFormer, reseal, type IdentitySecrets } from './reseal.ts';
export type { SecondFactors } from './second-factors.ts';
export { Sessions, type OpenSession } from './sessions.ts';
export {
  listTokenKeys,
  openTokenKeys,
  placeOfTokenKey,
  PUBLISHED_BEFORE_MS,
  type TokenKey,
} from './signing-keys.ts';
export { issuedTokens, tokenDigestElsewhere, type TokenSecrets } from './token-secrets.ts';
