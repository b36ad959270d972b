/** Where the package says what it does; the shape of a pino logger's methods. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** A log that keeps quiet, for callers that pass none. */
export const silentLog: Log = { info: () => {}, warn: () => {} };
