import { errors, type ErrorCode, type shapes } from '@lacre/contracts';
import type { z } from 'zod';

/** Members of a problem beside those of RFC 9457 (§3.2): what the caller needs to go on. */
export type ProblemExtensions = Partial<
  Pick<z.output<typeof shapes.problem>, 'sentCode' | 'secondFactor' | 'address'>
>;

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
  readonly extensions: ProblemExtensions;

  constructor(
    code: ErrorCode,
    options: {
      detail?: string;
      fieldErrors?: readonly FieldError[];
      retryAfterSeconds?: number;
      extensions?: ProblemExtensions;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.detail = options.detail;
    this.fieldErrors = options.fieldErrors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.extensions = options.extensions ?? {};
  }

  /** A refusal that came as a value; what is undefined of it is not said. `address` is where a moved tenant is. */
  static of({
    code,
    detail,
    address,
  }: {
    code: ErrorCode;
    detail?: string | undefined;
    address?: string | undefined;
  }): Refusal {
    return new Refusal(code, {
      ...(detail === undefined ? {} : { detail }),
      ...(address === undefined ? {} : { extensions: { address } }),
    });
  }

  get status(): number {
    return errors[this.code].status;
  }
}
