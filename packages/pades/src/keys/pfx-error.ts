export type PfxProblem = 'unreadable' | 'wrong-password' | 'no-private-key' | 'no-certificate';

/** Why a PFX file cannot be used. */
export class PfxError extends Error {
  override readonly name = 'PfxError';
  readonly code: PfxProblem;

  constructor(code: PfxProblem, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
  }
}
