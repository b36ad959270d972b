import { errors, type ErrorCode } from '@lacre/contracts';

/** One field at fault, by its path in the request (`participants.0.personId`). */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * A refusal on its way out of a route. Deciders refuse by value; a route turns that value into this, and the problem
 * handler turns this into `application/problem+json`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly fieldErrors: readonly FieldError[];
  /** Seconds after which the same request may succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      fieldErrors?: readonly FieldError[];
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.fieldErrors = options.fieldErrors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errors[this.code].status;
  }
}
