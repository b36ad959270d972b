/** How a command ends; a shell script can rely on the numbers. */
export const EXIT = {
  ok: 0,
  /** `seal`: refused; `validate`: not intact; `inspect`: not strictly well-formed. */
  negative: 1,
  /** Wrong usage, or a file, key or certificate that cannot be read. */
  usage: 2,
  /** An authority did not answer, or not as it should: worth another try. */
  unavailable: 3,
  /** A fault in this program. */
  internal: 70,
} as const;

/** An end that is the user's to understand: printed in one line, without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.usage) {
    super(message);
    this.exitCode = exitCode;
  }
}
