/** Where an adapter says that a connection was lost and made again; the shape of a pino logger's method. */
export interface Log {
  warn(fields: object, message: string): void;
}

/** A log that keeps quiet, for callers that pass none. */
export const silentLog: Log = { warn: () => {} };
