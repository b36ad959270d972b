import type { FastifyInstance } from 'fastify';

import type { CommandService } from '../service.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { changePassword } from './change-password.ts';
import { confirmEmailChange } from './confirm-email-change.ts';
import { confirmEmail } from './confirm-email.ts';
import { deleteAccount } from './delete-account.ts';
import { finalizeFactor } from './finalize-factor.ts';
import { finishGoogleSignIn } from './finish-google-sign-in.ts';
import { finishPasskeySignIn } from './finish-passkey-sign-in.ts';
import { finishPasskey } from './finish-passkey.ts';
import { finishSecondFactor } from './finish-second-factor.ts';
import { getAccount } from './get-account.ts';
import { listSessions } from './list-sessions.ts';
import { openPhoneSession } from './open-phone-session.ts';
import { openSignInLink } from './open-sign-in-link.ts';
import { removePasskey } from './remove-passkey.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { requestEmailChange } from './request-email-change.ts';
import { requestEmailVerification } from './request-email-verification.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { requestPhoneCode } from './request-phone-code.ts';
import { requestPhoneVerification } from './request-phone-verification.ts';
import { requestSignInLink } from './request-sign-in-link.ts';
import { resetPassword } from './reset-password.ts';
import { revokeOtherSessions } from './revoke-other-sessions.ts';
import { revokeSession } from './revoke-session.ts';
import { sendSecondFactorCode } from './send-second-factor-code.ts';
import { signInOptions } from './sign-in-options.ts';
import { startGoogleSignIn } from './start-google-sign-in.ts';
import { startPasskeySignIn } from './start-passkey-sign-in.ts';
import { startPasskey } from './start-passkey.ts';
import { startPhoneFactor } from './start-phone-factor.ts';
import { startTotp } from './start-totp.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { unlinkGoogle } from './unlink-google.ts';
import { verifyPhone } from './verify-phone.ts';
import { withdrawFactor } from './withdraw-factor.ts';

/** How users come in, and what each changes of it. */
export const SIGN_IN_ROUTES: readonly ((app: FastifyInstance, service: CommandService) => void)[] = [
  signInOptions,
  sendSecondFactorCode,
  finishSecondFactor,
  requestSignInLink,
  openSignInLink,
  startGoogleSignIn,
  finishGoogleSignIn,
  requestPhoneCode,
  openPhoneSession,
  startPasskeySignIn,
  finishPasskeySignIn,
  requestPasswordReset,
  resetPassword,
  confirmEmail,
  requestEmailChange,
  cancelEmailChange,
  confirmEmailChange,
  undoEmailChange,
  getAccount,
  deleteAccount,
  changePassword,
  requestEmailVerification,
  requestPhoneVerification,
  verifyPhone,
  startTotp,
  startPhoneFactor,
  finalizeFactor,
  withdrawFactor,
  renewRecoveryCodes,
  startPasskey,
  finishPasskey,
  removePasskey,
  unlinkGoogle,
  listSessions,
  revokeSession,
  revokeOtherSessions,
];
