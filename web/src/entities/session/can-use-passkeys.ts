/** Whether this browser can hold and use passkeys, and speaks the JSON form of their options (WebAuthn Level 3 §5.1). */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function';
