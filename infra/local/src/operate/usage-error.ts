/** A command that cannot be understood. */
export class UsageError extends Error {
  /** What is shown after the message; how all commands are used without it. */
  readonly usage: string | undefined;

  constructor(message: string, usage?: string) {
    super(message);
    this.usage = usage;
  }
}
