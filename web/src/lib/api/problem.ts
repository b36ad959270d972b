import type { AnswerOf } from '@lacre/contracts';
import type { ErrorCode } from '@lacre/contracts/errors';

/** One field at fault, by its path in the request (`participants.0.personId`). */
export interface FieldFault {
  field: string;
  message: string;
}

/** What a request can end in besides the server's own codes: no answer at all, or an answer nobody understands. */
export type ProblemCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'UNKNOWN';

/** Where a one-time code went that the refusal asks for. */
type SentCode = AnswerOf<'requestSigningCode'>;

interface ProblemOptions {
  status?: number;
  title?: string | undefined;
  detail?: string | undefined;
  fields?: readonly FieldFault[];
  retryAfterSeconds?: number | undefined;
  /** The server's own name for the request, for support. */
  instance?: string | undefined;
  sentCode?: SentCode | undefined;
  cause?: unknown;
}

/**
 * Words for what happens between here and the server, and for answers without words of their own: the server's are in
 * its answers, so that its table of errors need not come with the first visit.
 */
export const LOCAL_TEXTS: Partial<Record<ProblemCode, { title: string; detail?: string }>> & {
  UNKNOWN: { title: string };
} = {
  NETWORK: {
    title: 'Sem conexão com o servidor',
    detail: 'Confira sua internet e tente de novo. Nada do que você preencheu se perdeu.',
  },
  TIMEOUT: {
    title: 'O servidor demorou para responder',
    detail: 'Tente de novo em instantes. Nada do que você preencheu se perdeu.',
  },
  UNKNOWN: { title: 'Algo deu errado. Tente de novo em instantes.' },
  INTERNAL_ERROR: {
    title: 'Algo deu errado do nosso lado. Tente de novo.',
    detail: 'Nada do que você preencheu se perdeu.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'O serviço está indisponível no momento. Tente de novo.',
    detail: 'Nada do que você preencheu se perdeu.',
  },
  TOO_MANY_REQUESTS: { title: 'Muitas tentativas em pouco tempo.' },
  UPLOAD_TOO_LARGE: { title: 'O arquivo passa do limite de 32 MB.' },
  AUTH_TOKEN_INVALID: { title: 'Sua sessão não é válida. Entre novamente.' },
  AUTH_TOKEN_VALIDATION_ERROR: { title: 'Sua sessão expirou. Entre novamente.' },
  AUTH_USER_WITHOUT_PERMISSION: { title: 'Você não tem permissão para isso. Fale com seu supervisor.' },
  AUTH_PERSON_NO_AUTHORIZATION: { title: 'Você não tem acesso a este documento.' },
  DOCUMENT_NOT_FOUND: { title: 'Documento não encontrado.' },
  PDF_ENCRYPTED: { title: 'O PDF está protegido por senha ou tem restrições.' },
  PDF_READ_ERROR: { title: 'Não foi possível ler o PDF.' },
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

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? 0;
    const texts = LOCAL_TEXTS[code] ?? LOCAL_TEXTS.UNKNOWN;
    this.title = options.title ?? texts.title;
    this.detail = options.detail ?? texts.detail;
    this.fields = options.fields ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.instance = options.instance;
    this.sentCode = options.sentCode;
  }

  /** The same request may succeed if sent again as it is. */
  get retryable(): boolean {
    return (
      this.status === 0 || this.status === 429 || this.status >= 500 || this.code === 'CONCURRENT_CHANGE'
    );
  }
}

/** As the contracts write their codes; what a newer server adds to them is passed on by its own words. */
const CODE = /^[A-Z][A-Z\d_]+$/;

interface ProblemBody {
  code?: unknown;
  title?: unknown;
  detail?: unknown;
  instance?: unknown;
  errors?: unknown;
  sentCode?: unknown;
}

/**
 * Reads an RFC 9457 answer. An answer in any other shape (a proxy's page, an empty body) becomes a problem by its
 * status alone.
 */
export function problemFromAnswer(status: number, body: string, retryAfter: string | null): Problem {
  const parsed = parseObject(body);
  const code =
    typeof parsed.code === 'string' && CODE.test(parsed.code)
      ? (parsed.code as ErrorCode)
      : codeByStatus(status);
  const seconds = Number(retryAfter);
  return new Problem(code, {
    status,
    title: typeof parsed.title === 'string' && parsed.title !== '' ? parsed.title : undefined,
    detail: typeof parsed.detail === 'string' ? parsed.detail : undefined,
    instance: typeof parsed.instance === 'string' ? parsed.instance : undefined,
    fields: fieldFaults(parsed.errors),
    sentCode: sentCodeOf(parsed.sentCode),
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
