import { readSync } from 'node:fs';

/** The descriptor by which a worker gets bytes; the channel of messages is 3 (child_process.fork). */
export const BYTES_FD = 4;

/** Below this a copy costs less than another system call, bytes. */
const LEAST_BYTES = 64 * 1024;

/** A field of the input whose bytes come beside the message. */
export interface FieldApart {
  readonly name: string;
  readonly sizeBytes: number;
}

/**
 * The larger byte fields of a task's input, apart from the rest of it: a message holds a file twice more on either side,
 * serialized and in pieces, where a pipe takes it from where it lies to where it stays.
 */
export function apartFrom<Input>(input: Input): {
  rest: Input;
  fields: FieldApart[];
  bytes: Uint8Array[];
} {
  if (typeof input !== 'object' || input === null || input instanceof Uint8Array)
    return { rest: input, fields: [], bytes: [] };
  const large = Object.entries(input).flatMap(([name, value]) =>
    value instanceof Uint8Array && value.byteLength >= LEAST_BYTES ? [{ name, value }] : [],
  );
  if (large.length === 0) return { rest: input, fields: [], bytes: [] };
  const rest = { ...input, ...Object.fromEntries(large.map(({ name }) => [name, undefined])) };
  return {
    rest,
    fields: large.map(({ name, value }) => ({ name, sizeBytes: value.byteLength })),
    bytes: large.map(({ value }) => value),
  };
}

/** In the worker: the input as it was, its larger fields read from the pipe. @throws Error when the service is gone */
export function putTogether<Input>(rest: Input, fields: readonly FieldApart[]): Input {
  if (fields.length === 0) return rest;
  return {
    ...rest,
    ...Object.fromEntries(fields.map(({ name, sizeBytes }) => [name, readWhole(sizeBytes)])),
  };
}

function readWhole(sizeBytes: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  for (let at = 0; at < sizeBytes;) {
    const read = readSync(BYTES_FD, bytes, at, sizeBytes - at, null);
    if (read === 0) throw new Error('the service ended while it sent a file');
    at += read;
  }
  return bytes;
}
