import { TenantAway } from '@lacre/access';
import { errors, type ErrorCode } from '@lacre/contracts';
import { isConnectionFailure } from '@lacre/postgres';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';

import { drain } from './drain.ts';
import { Refusal, type FieldError } from './refusal.ts';

/** Fastify's own error codes, each as the product's: whatever is not listed is ours to answer for. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_REQUEST',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MALFORMED_REQUEST',
  FST_REQ_FILE_TOO_LARGE: 'UPLOAD_TOO_LARGE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'NO_FILES_UPLOADED',
};

/** The log, the files or the keys of tokens are away, by the names of their errors. */
const OUTAGES: ReadonlySet<string> = new Set([
  'EventStoreUnavailable',
  'BlobStoreUnavailable',
  'TokenKeysUnavailable',
]);
/** SQLSTATEs of a database whose password was replaced, where this process still has the former one. */
const FORMER_PASSWORD = /^28\w{3}$/;

const isOutage = (error: FastifyError): boolean =>
  OUTAGES.has(error.name) || FORMER_PASSWORD.test(error.code) || isConnectionFailure(error);

/** A disk that is full, or a quota: of files (Node) and of the database (SQLSTATE 53100). */
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether the error, or one that it was caused by, says that nothing more can be stored. */
function isStorageFull(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth += 1)
    if ('code' in at && FULL.has(String(at.code))) return true;
  return false;
}

/** Seconds before a full disk is worth another try. */
const FULL_RETRY_SECONDS = 60;

/** Seconds before what is away is worth another try: a log's new leader takes about so long (RFC 9110 §10.2.3). */
const AWAY_RETRY_SECONDS = 3;

/** Seconds before a tenant that is being moved may take commands again: the end of a move takes minutes. */
const MOVING_RETRY_SECONDS = 60;

function retryAfterSecondsOf({ code, status, retryAfterSeconds }: Refusal): number | undefined {
  if (retryAfterSeconds !== undefined || status !== 503) return retryAfterSeconds;
  return code === 'TENANT_MOVING' ? MOVING_RETRY_SECONDS : AWAY_RETRY_SECONDS;
}

/** RFC 9457 body of a refusal. */
export function problemOf(code: ErrorCode, detail?: string, fieldErrors: readonly FieldError[] = []) {
  return {
    type: `urn:lacre:problem:${code}`,
    title: errors[code].title,
    status: errors[code].status,
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(fieldErrors.length === 0 ? {} : { errors: fieldErrors }),
  };
}

function fieldErrorsOf(error: FastifyError): FieldError[] {
  return (error.validation ?? []).flatMap(({ instancePath, keyword, message, params }) => {
    const field = instancePath.replace(/^\//, '').replaceAll('/', '.');
    if (keyword !== 'unrecognized_keys') return { field, message: message ?? 'Valor inválido' };
    // One issue for all of them, and they are the sender's names: each is its own field here.
    return (params['keys'] as string[]).map((key) => ({
      field: field === '' ? key : `${field}.${key}`,
      message: 'Campo desconhecido',
    }));
  });
}

/** Kinds of issues that say that something is not there, or does not say what it must. */
const MISSING: ReadonlySet<string> = new Set(['invalid_type', 'too_small', 'invalid_value']);

/** The code of the operation's first field at fault that has one of its own. */
function codeOfFields(error: FastifyError, fieldCodes: Readonly<Record<string, ErrorCode>>): ErrorCode {
  const missing = (error.validation ?? [])
    .filter(({ keyword }) => MISSING.has(keyword))
    .map(({ instancePath }) => instancePath.split('/').slice(1));
  const matches = (path: readonly string[], pattern: string) => {
    const segments = pattern.split('.');
    return segments.length === path.length && segments.every((one, n) => one === '*' || one === path[n]);
  };
  const found = Object.entries(fieldCodes).find(([pattern]) =>
    missing.some((path) => matches(path, pattern)),
  );
  return found?.[1] ?? 'CLASS_VALIDATION_ERROR';
}

/** Of a body larger than its operation reads. */
const BODY_TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE';

/** What an operation has words of its own for, kept beside its route. */
interface OwnCodes {
  fieldCodes?: Readonly<Record<string, ErrorCode>>;
  tooLarge?: ErrorCode;
}

function refusalOf(error: FastifyError | Refusal | TenantAway, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof TenantAway) return Refusal.of(error);
  const { fieldCodes = {}, tooLarge = 'REQUEST_TOO_LARGE' } = request.routeOptions.config as OwnCodes;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new Refusal(codeOfFields(error, fieldCodes), { fieldErrors: fieldErrorsOf(error) });
  }
  if (error.code === BODY_TOO_LARGE) return new Refusal(tooLarge);
  const known = FRAMEWORK_CODES[error.code];
  if (known !== undefined) return new Refusal(known);
  if (error.statusCode === 429) return new Refusal('TOO_MANY_REQUESTS');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal('MALFORMED_REQUEST');
  }
  if (isStorageFull(error))
    return new Refusal('STORAGE_FULL', { retryAfterSeconds: FULL_RETRY_SECONDS, cause: error });
  return new Refusal(isOutage(error) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR', { cause: error });
}

/** Answers every failure as `application/problem+json`; a 5xx is logged whole and shown without its message. */
export async function answerProblem(
  error: FastifyError | Refusal | TenantAway,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  // Who still sends would not see the answer.
  if (error.code === BODY_TOO_LARGE || error.code === 'TOO_MANY_UPLOADS') await drain(request, reply);
  const refusal = refusalOf(error, request);
  request.refusedWith = refusal.code;
  // A move is the operator's own doing, and no fault.
  if (refusal.status >= 500 && refusal.code !== 'TENANT_MOVING')
    request.log.error({ err: error, code: refusal.code }, 'request failed');
  // RFC 9110 §15.5.9: the rest of the body is not waited for.
  if (refusal.status === 408) void reply.header('connection', 'close');
  const retryAfterSeconds = retryAfterSecondsOf(refusal);
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  // RFC 8288 and the registry of link relations: `alternate` is a substitute for what was asked for.
  const { address } = refusal.extensions;
  if (address !== undefined) void reply.header('link', `<${address}${request.url}>; rel="alternate"`);
  // RFC 9110, 15.5.2: a 401 names the authentication scheme.
  if (refusal.status === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send({
      ...problemOf(refusal.code, refusal.detail, refusal.fieldErrors),
      ...refusal.extensions,
      instance: request.id,
    });
}
