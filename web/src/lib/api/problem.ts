import type { AnswerOf } from '@lacre/contracts';
import { errors, isErrorCode, type ErrorCode } from '@lacre/contracts/errors';

/** One field at fault, by its path in the request (`participants.0.personId`). */
export interface FieldFault {
  field: string;
  message: string;
}

/** What a request can end in besides the server's own codes: no answer at all, or an answer nobody understands. */
export type ProblemCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNKNOWN';

/** Where a one-time code went that the refusal asks for. */
type SentCode = AnswerOf<'requestSigningCode'>;

/** Beside SECOND_FACTOR_REQUIRED: what goes on with a sign-in whose first factor was right. */
export interface SecondFactorChallenge {
  /** Names the half-finished sign-in; it is a secret. */
  challenge: string;
  factors: Pick<AnswerOf<'getAccount'>['factors'][number], 'factorId' | 'kind' | 'label'>[];
  expiresInSeconds: number;
}

interface ProblemOptions {
  status?: number;
  title?: string | undefined;
  detail?: string | undefined;
  fields?: readonly FieldFault[];
  retryAfterSeconds?: number | undefined;
  /** The server's own name for the request, for support. */
  instance?: string | undefined;
  sentCode?: SentCode | undefined;
  secondFactor?: SecondFactorChallenge | undefined;
  cause?: unknown;
}

/** Words for what happens between here and the server. */
const LOCAL_TEXTS: Record<Exclude<ProblemCode, ErrorCode>, { title: string; detail?: string }> = {
  NETWORK: {
    title: 'Sem conexão com o servidor',
    detail: 'Confira sua internet e tente de novo. Nada do que você preencheu se perdeu.',
  },
  TIMEOUT: {
    title: 'O servidor demorou para responder',
    detail: 'Tente de novo em instantes. Nada do que você preencheu se perdeu.',
  },
  UNKNOWN: { title: 'Algo deu errado. Tente de novo em instantes.' },
};

/** Why a request failed, in a form that every screen shows in the same way. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Portuguese, for people. */
  readonly title: string;
  readonly detail: string | undefined;
  readonly fields: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;
  readonly instance: string | undefined;
  readonly sentCode: SentCode | undefined;
  readonly secondFactor: SecondFactorChallenge | undefined;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? 0;
    const texts = textsOf(code);
    this.title = options.title ?? texts.title;
    this.detail = options.detail ?? texts.detail;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.instance = options.instance;
    this.sentCode = options.sentCode;
    this.secondFactor = options.secondFactor;
  }

  /** The same request may succeed if sent again as it is. */
  get retryable(): boolean {
    return (
      this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'CONCURRENT_CHANGE'
    );
  }
}

function textsOf(code: ProblemCode): { title: string; detail?: string } {
  return isErrorCode(code) ? errors[code] : LOCAL_TEXTS[code];
}

interface ProblemBody {
  code?: unknown;
  title?: unknown;
  detail?: unknown;
  instance?: unknown;
  errors?: unknown;
  sentCode?: unknown;
  secondFactor?: unknown;
}

/**
 * Reads an RFC 9457 answer. An answer in any other shape (a proxy's page, an empty body) becomes a problem by its
 * status alone.
 */
export function problemFromAnswer(status: number, body: string, retryAfter: string | null): Problem {
  const parsed = parseObject(body);
  const code =
    typeof parsed.code === 'string' && isErrorCode(parsed.code) ? parsed.code : codeByStatus(status);
  const seconds = Number(retryAfter);
  return new Problem(code, {
    status,
    title: typeof parsed.title === 'string' && parsed.title !== '' ? parsed.title : undefined,
    detail: typeof parsed.detail === 'string' ? parsed.detail : undefined,
    instance: typeof parsed.instance === 'string' ? parsed.instance : undefined,
    fields: fieldFaults(parsed.errors),
    sentCode: sentCodeOf(parsed.sentCode),
    secondFactor: challengeOf(parsed.secondFactor),
    retryAfterSeconds: retryAfter !== null && Number.isFinite(seconds) ? seconds : undefined,
  });
}

function sentCodeOf(value: unknown): SentCode | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { channel, expiresInSeconds } = value as SentCode;
  return typeof expiresInSeconds === 'number' && typeof channel === 'string'
    ? (value as SentCode)
    : undefined;
}

function challengeOf(value: unknown): SecondFactorChallenge | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { challenge, factors } = value as SecondFactorChallenge;
  return typeof challenge === 'string' && Array.isArray(factors)
    ? (value as SecondFactorChallenge)
    : undefined;
}

function parseObject(body: string): ProblemBody {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function fieldFaults(value: unknown): FieldFault[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item: unknown): item is FieldFault =>
      typeof item === 'object' &&
      item !== null &&
      typeof (item as FieldFault).field === 'string' &&
      typeof (item as FieldFault).message === 'string',
  );
}

function codeByStatus(status: number): ProblemCode {
  if (status === 401) return 'AUTH_TOKEN_INVALID';
  if (status === 403) return 'AUTH_USER_WITHOUT_PERMISSION';
  if (status === 413) return 'UPLOAD_TOO_LARGE';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status === 502 || status === 503 || status === 504) return 'SERVICE_UNAVAILABLE';
  return status >= 500 ? 'INTERNAL_ERROR' : 'UNKNOWN';
}

/** Anything thrown, as a problem; what is already one comes back as it is. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new Problem('TIMEOUT', { cause: error });
  // fetch says "no answer" with a TypeError in every browser.
  if (error instanceof TypeError) return new Problem('NETWORK', { cause: error });
  return new Problem('UNKNOWN', { cause: error });
}

/** Whether the request was given up on purpose: nothing to tell anyone. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
