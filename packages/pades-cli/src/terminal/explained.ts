import { CommandError, EXIT } from './command-error.ts';

/**
 * Errors of the library that are about what the user gave, or about what an authority answered, by
 * name: to load every module that throws one would take longer than most commands.
 */
const KNOWN: Readonly<Record<string, readonly [exitCode: number, words: string]>> = {
  SealRefusedError: [EXIT.negative, 'refused'],
  PdfSyntaxError: [EXIT.usage, 'not a strictly well-formed PDF'],
  KeyFileError: [EXIT.usage, 'the key file cannot be used'],
  DerError: [EXIT.usage, 'a certificate cannot be read'],
  TimeStampError: [EXIT.unavailable, 'the time-stamp authority'],
  RevocationError: [EXIT.unavailable, 'revocation'],
};

/** The message for an error, and the exit code. */
export function explained(error: unknown): { readonly message: string; readonly exitCode: number } {
  if (!(error instanceof Error)) return { message: String(error), exitCode: EXIT.internal };
  if (error instanceof CommandError) return { message: error.message, exitCode: error.exitCode };
  const { name, message } = error;
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  if (known) return { message: `${known[1]}: ${message}`, exitCode: known[0] };
  // Of node:util parseArgs: an option that is not known, or without its value.
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return { message: `${message}; see pades help`, exitCode: EXIT.usage };
  }
  return { message: `internal fault: ${message}`, exitCode: EXIT.internal };
}
