export { administrationNotice } from './account/administration.ts';
export type { AdministrationChange, AdministrationNotice } from './account/administration.ts';
export { ACCESS_CODE_MINUTES, accessCode } from './access-code.ts';
export type { AccessCode } from './access-code.ts';
export { emailChangeLink, emailVerification, passwordReset, signInLink } from './account/account-messages.ts';
export type { AccountLink } from './account/account-messages.ts';
export type { Addressed, Block, Email, Inline } from './block.ts';
export { downloadReady } from './download-ready.ts';
export type { DownloadReady } from './download-ready.ts';
export { contactReplaced } from './process/contact-replaced.ts';
export type { ContactReplaced } from './process/contact-replaced.ts';
export { renderEmail } from './email.ts';
export type { RenderedEmail } from './email.ts';
export { participantReplaced } from './process/participant-replaced.ts';
export { processCanceled, processRejected, rejectionRecorded } from './process/process-ended.ts';
export type { ProcessCanceled, ProcessRejected } from './process/process-ended.ts';
export { sealFailed } from './process/seal-failed.ts';
export type { SealFailed } from './process/seal-failed.ts';
export { processExpired } from './process/process-expired.ts';
export type { ProcessExpired } from './process/process-expired.ts';
export { processFinished } from './process/process-finished.ts';
export type { ProcessFinished } from './process/process-finished.ts';
export {
  emailChanged,
  formerAddressNotice,
  newPersonDevice,
  securityNotice,
} from './account/security-notice.ts';
export type {
  AccessGivenChange,
  EmailChanged,
  FormerAddressNotice,
  NewPersonDevice,
  SecurityChange,
  SecurityNotice,
} from './account/security-notice.ts';
export type { Sender } from './sender.ts';
export { delegationRecorded, signatureDelegated } from './process/signature-delegated.ts';
export type { DelegationRecorded, SignatureDelegated } from './process/signature-delegated.ts';
export { signatureDispensed } from './process/signature-dispensed.ts';
export { signatureReceived, signatureRecorded } from './process/signature-recorded.ts';
export type { SignatureReceived, SignatureRecorded } from './process/signature-recorded.ts';
export { signatureReminder, signatureRequested } from './process/signature-requested.ts';
export type { SignatureRequest } from './process/signature-requested.ts';
export { tokenExpiring } from './account/token-expiring.ts';
export type { TokenExpiring } from './account/token-expiring.ts';
export { userInvited } from './account/user-invited.ts';
export type { UserInvitation } from './account/user-invited.ts';
export { webhookDisabled } from './account/webhook-disabled.ts';
export type { WebhookDisabled } from './account/webhook-disabled.ts';
