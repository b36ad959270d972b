export type KeyFileProblem = 'unreadable' | 'wrong-password' | 'no-private-key' | 'no-certificate';

/** Why a file of a key and its certificates cannot be used: PKCS #12 or PEM. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
  readonly code: KeyFileProblem;

  constructor(code: KeyFileProblem, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}
