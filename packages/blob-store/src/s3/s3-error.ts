import { textOf } from './xml.ts';

/** The service answered that it will not. `code` is its own: `AccessDenied`, `NoSuchBucket`, … */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: string;
  readonly status: number;

  constructor(status: number, code: string, message: string) {
    super(`${code} (HTTP ${status}): ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** What answers without a body (to HEAD) mean. */
const CODES_WITHOUT_BODY: Readonly<Record<number, string>> = {
  301: 'PermanentRedirect',
  403: 'AccessDenied',
  404: 'NoSuchKey',
  412: 'PreconditionFailed',
};

/** Longest part of a body that is read of an error. */
const MAX_TOLD = 16 * 1024;

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export function errorIn(status: number, body: string): S3Error {
  const text = body.slice(0, MAX_TOLD);
  const code = textOf(text, 'Code') ?? CODES_WITHOUT_BODY[status] ?? 'Unknown';
  return new S3Error(status, code, textOf(text, 'Message') ?? '');
}

/** Overload, a fault of the service, or a race that it asks to run again. */
const TRANSIENT_STATUS: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'SlowDown',
  'OperationAborted',
  'ConditionalRequestConflict',
]);

/** Whether another try may go well. What is no answer of the service is: a connection that was refused or lost. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof S3Error) || TRANSIENT_STATUS.has(error.status) || TRANSIENT_CODES.has(error.code);
