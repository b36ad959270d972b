import type { OperationName } from '@lacre/contracts/paths';

import type { PositionTaker, Unrepeatable } from './call-options.ts';

// What the contracts say in schemas is said again here in names, so that schemas stay out of a browser's bundle. A name
// that is missing or too much does not compile.

const waitsForPosition = {
  currentUser: true,
  tenantCredits: true,
  listUsers: true,
  companyUsers: true,
  listTokens: true,
  listTotems: true,
  tenantSettings: true,
  listDomains: true,
  tenantEvents: true,
  securityEvents: true,
  creditStatement: true,
  listCompanies: true,
  getCompany: true,
  listPersons: true,
  getPerson: true,
  listProcesses: true,
  getProcess: true,
  dashboard: true,
  listTags: true,
  listDownloads: true,
  getDownload: true,
  listTemplates: true,
  getTemplate: true,
  listEnvelopes: true,
  getEnvelope: true,
  listSignerGroups: true,
  getSignerGroup: true,
  listSignatures: true,
  listWebhooks: true,
  getWebhook: true,
  listWebhookDeliveries: true,
} satisfies Record<PositionTaker, true>;

const unrepeatable = {
  signIn: true,
  refreshSession: true,
  signOut: true,
  acceptInvitation: true,
  requestSigningCode: true,
  openSigningSession: true,
  requestTotemCode: true,
  openTotemSession: true,
  closeSigningSession: true,
  requestActCode: true,
  forgetPersonDevice: true,
  startFaceChallenge: true,
  proveFace: true,
  sendSecondFactorCode: true,
  finishSecondFactor: true,
  requestSignInLink: true,
  openSignInLink: true,
  startGoogleSignIn: true,
  finishGoogleSignIn: true,
  requestPhoneCode: true,
  openPhoneSession: true,
  startPasskeySignIn: true,
  finishPasskeySignIn: true,
  requestPasswordReset: true,
  resetPassword: true,
  confirmEmail: true,
  deleteAccount: true,
  changePassword: true,
  requestEmailVerification: true,
  requestPhoneVerification: true,
  verifyPhone: true,
  startTotp: true,
  startPhoneFactor: true,
  finalizeFactor: true,
  withdrawFactor: true,
  renewRecoveryCodes: true,
  startPasskey: true,
  finishPasskey: true,
  removePasskey: true,
  unlinkGoogle: true,
  revokeSession: true,
  revokeOtherSessions: true,
} satisfies Record<Unrepeatable, true>;

/** Whether the answer can be made to wait for the client's own last command (`min-position`). */
export const readsOwnWrites = (name: OperationName): boolean => Object.hasOwn(waitsForPosition, name);

/** Whether the same request, sent again, has no further effect: reads, uploads, and commands by their key. */
export const isRepeatable = (name: OperationName): boolean => !Object.hasOwn(unrepeatable, name);
