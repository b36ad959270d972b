import type { SettingsOf } from '@lacre/adapters';

import type { TokenKeyOptions } from './token-key-error.ts';

/** Where the seal's key is in a hardware module, as settings say it. */
export interface TokenSettings extends TokenKeyOptions {
  /** PEM file. */
  certificatesFile?: string | undefined;
  timeoutMs: number;
}

/** Undefined where no hardware module seals. */
export function tokenSettings(environment: SettingsOf<'signer' | 'start'>): TokenSettings | undefined {
  const { SEAL_PKCS11_MODULE: module, SEAL_PKCS11_PIN: pin } = environment;
  // One is not given without the other.
  if (module === undefined || pin === undefined) return undefined;
  return {
    module,
    pin,
    tokenLabel: environment.SEAL_PKCS11_TOKEN,
    tokenSerial: environment.SEAL_PKCS11_SERIAL,
    keyLabel: environment.SEAL_PKCS11_KEY,
    keyId: environment.SEAL_PKCS11_KEY_ID?.toLowerCase(),
    certificatesFile: environment.SEAL_PKCS11_CERTIFICATES,
    timeoutMs: environment.SEAL_PKCS11_TIMEOUT_MS,
  };
}
