import type { ErrorCode } from './errors.ts';

/**
 * What each code of the identity provider of the source specification (section 8) is here. Codes that would disclose
 * whether an account is registered share one row with those that would not.
 *
 * `network-request-failed` is no answer of a server: it is what the client says of no answer, and what this server says
 * of a provider that gave it none.
 */
export const PROVIDER_CODES = {
  'wrong-password': 'INVALID_CREDENTIALS',
  'user-not-found': 'INVALID_CREDENTIALS',
  'invalid-credential': 'INVALID_CREDENTIALS',
  'invalid-email': 'CLASS_VALIDATION_ERROR',
  'user-disabled': 'AUTH_USER_INACTIVE',
  'email-already-in-use': 'EMAIL_NOT_AVAILABLE',
  'credential-already-in-use': 'PHONENUMBER_NOT_AVAILABLE',
  'weak-password': 'AUTH_PASSWORD_VALIDATION',
  'too-many-requests': 'TOO_MANY_REQUESTS',
  'requires-recent-login': 'RECENT_SIGN_IN_REQUIRED',
  'network-request-failed': 'IDENTITY_PROVIDER_UNAVAILABLE',
  'operation-not-allowed': 'AUTH_METHOD_NOT_ALLOWED',
  'unauthorized-continue-uri': 'REDIRECT_NOT_AUTHORIZED',
  'unauthorized-domain': 'REDIRECT_NOT_AUTHORIZED',
  'expired-action-code': 'LINK_INVALID',
  'invalid-action-code': 'LINK_INVALID',
  'invalid-verification-code': 'AUTH_DEVICE_VALIDATION_ERROR',
  'code-expired': 'AUTH_DEVICE_VALIDATION_ERROR',
  'multi-factor-auth-required': 'SECOND_FACTOR_REQUIRED',
  'invalid-multi-factor-session': 'SECOND_FACTOR_INVALID',
  'multi-factor-info-not-found': 'SECOND_FACTOR_NOT_FOUND',
  'popup-closed-by-user': 'GOOGLE_SIGN_IN_FAILED',
  'account-exists-with-different-credential': 'GOOGLE_SIGN_IN_FAILED',
  'internal-error': 'SIGN_IN_FAILED',
  'user-token-expired': 'AUTH_TOKEN_VALIDATION_ERROR',
  'invalid-user-token': 'AUTH_TOKEN_INVALID',
} as const satisfies Record<string, ErrorCode>;
