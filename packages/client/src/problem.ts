import type { AnswerOf } from '@lacre/contracts';
import type { ErrorCode, errors } from '@lacre/contracts/errors';
import { MAX_UPLOAD_MB } from '@lacre/contracts/limits';

import { retryAfterOf } from './retry.ts';

/** One field at fault, by its path in the request (`participants.0.personId`). */
export interface FieldFault {
  field: string;
  message: string;
}

/** What a request can end in besides the server's own codes: no answer at all, or an unreadable one. */
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
  NETWORK: { title: 'Sem conexão com o servidor', detail: 'Confira sua internet e tente de novo.' },
  TIMEOUT: { title: 'O servidor demorou para responder', detail: 'Tente de novo em instantes.' },
  UNKNOWN: { title: 'Algo deu errado. Tente de novo em instantes.' },
};

/**
 * Codes that are given here and not by the server, which says its titles itself: the whole table of them stays out of
 * browsers. A title that is not the contracts' own does not compile.
 */
const TITLES = {
  AUTH_TOKEN_INVALID: 'Sua sessão não é válida. Entre novamente.',
  AUTH_TOKEN_VALIDATION_ERROR: 'Sua sessão expirou. Entre novamente.',
  AUTH_USER_WITHOUT_PERMISSION: 'Você não tem permissão para isso. Fale com seu supervisor.',
  UPLOAD_TOO_LARGE: `O arquivo passa do limite de ${MAX_UPLOAD_MB} MB.`,
  TOO_MANY_REQUESTS: 'Muitas tentativas em pouco tempo.',
  SERVICE_UNAVAILABLE: 'O serviço está indisponível no momento. Tente de novo.',
  INTERNAL_ERROR: 'Algo deu errado do nosso lado. Tente de novo.',
} as const satisfies { [Code in ErrorCode]?: (typeof errors)[Code]['title'] };

/** Codes that need no title beside them. */
export type TitledCode = keyof typeof LOCAL_TEXTS | keyof typeof TITLES;

/** Why a request failed, in words and in a code: the server's own, or that there was no answer. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ProblemCode;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Portuguese, for people. */
  readonly title: string;
  readonly detail: string | undefined;
  /** What is wrong with the request, field by field. */
  readonly fields: readonly FieldFault[];
  /** Before which the server does not want the request again. */
  readonly retryAfterSeconds: number | undefined;
  /** The server's own name for the request, for support. */
  readonly instance: string | undefined;
  readonly sentCode: SentCode | undefined;
  readonly secondFactor: SecondFactorChallenge | undefined;

  constructor(
    ...[code, options = {}]:
      | [code: TitledCode, options?: ProblemOptions]
      | [code: ProblemCode, options: ProblemOptions & { title: string }]
  ) {
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

  /** There was no answer: whether the server carried the request out is unknown. */
  get isLost(): boolean {
    return this.code === 'NETWORK' || this.code === 'TIMEOUT';
  }

  /** The same request may succeed if sent again as it is. */
  get retryable(): boolean {
    return (
      this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'CONCURRENT_CHANGE'
    );
  }
}

function textsOf(code: ProblemCode): { title: string; detail?: string } {
  if (Object.hasOwn(TITLES, code)) return { title: TITLES[code as keyof typeof TITLES] };
  return LOCAL_TEXTS[Object.hasOwn(LOCAL_TEXTS, code) ? (code as keyof typeof LOCAL_TEXTS) : 'UNKNOWN'];
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
  // A server newer than this client may know further codes; its word for them is as good.
  const code =
    typeof parsed.code === 'string' && /^[A-Z][A-Z\d_]+$/.test(parsed.code)
      ? (parsed.code as ErrorCode)
      : codeByStatus(status);
  return new Problem(code, {
    status,
    title: typeof parsed.title === 'string' && parsed.title !== '' ? parsed.title : textsOf(code).title,
    detail: typeof parsed.detail === 'string' ? parsed.detail : undefined,
    instance: typeof parsed.instance === 'string' ? parsed.instance : undefined,
    fields: fieldFaults(parsed.errors),
    sentCode: sentCodeOf(parsed.sentCode),
    secondFactor: challengeOf(parsed.secondFactor),
    retryAfterSeconds: retryAfterOf(retryAfter),
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

/** Whether the request was given up on purpose: no failure to show. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
