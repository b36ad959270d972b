/** Which key of which token; what is not said must be there once alone. */
export interface TokenKeyOptions {
  /** Path of the PKCS #11 module. */
  module: string;
  tokenLabel?: string | undefined;
  tokenSerial?: string | undefined;
  keyLabel?: string | undefined;
  /** CKA_ID, hexadecimal. */
  keyId?: string | undefined;
  pin: string;
}

/** Why a key cannot be used, for the operator. */
export type TokenProblem =
  | 'module-unusable'
  | 'token-absent'
  | 'tokens-several'
  | 'pin-refused'
  | 'pin-locked'
  | 'pin-last-try'
  | 'key-absent'
  | 'keys-several'
  | 'key-type';

/** A key cannot be used. */
export class TokenKeyError extends Error {
  override readonly name = 'TokenKeyError';
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, detail = '', options?: ErrorOptions) {
    super(detail, options);
    this.problem = problem;
  }
}
