export { administrationNotice } from './administration.ts';
export type { AdministrationChange, AdministrationNotice } from './administration.ts';
export { ACCESS_CODE_MINUTES, accessCode } from './access-code.ts';
export type { AccessCode } from './access-code.ts';
export { emailChangeLink, emailVerification, passwordReset, signInLink } from './account-messages.ts';
export type { AccountLink } from './account-messages.ts';
export type { Addressed, Block, Email, Inline } from './block.ts';
export { downloadReady } from './download-ready.ts';
export type { DownloadReady } from './download-ready.ts';
export { contactReplaced } from './contact-replaced.ts';
export type { ContactReplaced } from './contact-replaced.ts';
export { renderEmail } from './email.ts';
export type { RenderedEmail } from './email.ts';
export { participantReplaced } from './participant-replaced.ts';
export type { ParticipantReplaced } from './participant-replaced.ts';
export { processCanceled, processRejected, rejectionRecorded } from './process-ended.ts';
export type { ProcessCanceled, ProcessRejected } from './process-ended.ts';
export { sealFailed } from './seal-failed.ts';
export type { SealFailed } from './seal-failed.ts';
export { processExpired } from './process-expired.ts';
export type { ProcessExpired } from './process-expired.ts';
export { processFinished } from './process-finished.ts';
export type { ProcessFinished } from './process-finished.ts';
export { emailChanged, formerAddressNotice, newPersonDevice, securityNotice } from './security-notice.ts';
export type {
  AccessGivenChange,
  EmailChanged,
  FormerAddressNotice,
  NewPersonDevice,
  SecurityChange,
  SecurityNotice,
} from './security-notice.ts';
export type { Sender } from './sender.ts';
export { signatureDispensed } from './signature-dispensed.ts';
export type { SignatureDispensed } from './signature-dispensed.ts';
export { signatureReceived, signatureRecorded } from './signature-recorded.ts';
export type { SignatureReceived, SignatureRecorded } from './signature-recorded.ts';
export { signatureReminder, signatureRequested } from './signature-requested.ts';
export type { SignatureRequest } from './signature-requested.ts';
export { tokenExpiring } from './token-expiring.ts';
export type { TokenExpiring } from './token-expiring.ts';
export { userInvited } from './user-invited.ts';
export type { UserInvitation } from './user-invited.ts';
export { webhookDisabled } from './webhook-disabled.ts';
export type { WebhookDisabled } from './webhook-disabled.ts';
