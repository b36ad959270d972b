import { errors, rules, type ErrorCode, type OperationShape, type Rule } from '@lacre/contracts';

import { problemOf } from '../problem.ts';

export type Schema = Record<string, unknown>;
export type Operation = OperationShape & { name: string; method: string; path: string };

const ALWAYS: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  'HOST_NOT_SERVED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
const SIGNED_IN: readonly ErrorCode[] = [
  'AUTH_NO_TOKEN_PROVIDED',
  'AUTH_TOKEN_INVALID',
  'AUTH_TOKEN_VALIDATION_ERROR',
  'AUTH_USER_WITHOUT_TENANT',
  'TENANT_INACTIVE',
  'TENANT_MOVED',
];
const OF_USERS: readonly ErrorCode[] = [
  'AUTH_TOKEN_MALFORMATED',
  'AUTH_TOKEN_REVOKED',
  'AUTH_USER_INACTIVE',
  'AUTH_USER_WITHOUT_PERMISSION',
];

const OF_API_TOKENS: readonly ErrorCode[] = ['TOKEN_SCOPE_REQUIRED', 'TOKEN_NETWORK_NOT_ALLOWED'];

/** While what they read is being built from the log. */
const OF_QUERIES: readonly ErrorCode[] = ['READ_MODELS_REBUILDING'];

const OF_COMMANDS: readonly ErrorCode[] = [
  'IDEMPOTENCY_KEY_REUSED',
  'CONCURRENT_CHANGE',
  'GEOLOCATION_VALIDATION_ERROR',
];

/** What the shape of an operation lets go wrong, besides what its own rules refuse. */
function failureCodes({
  allow,
  kind,
  params,
  query,
  body,
  headers,
  tooLarge,
  errors: own,
}: Operation): Set<ErrorCode> {
  const { callers, refusal, tokens }: Rule = rules[allow];
  const isOfUsers = callers === 'user' || callers === 'user-or-person';
  const validated = [params, query, body, headers].some((schema) => schema !== undefined);
  return new Set([
    ...own,
    ...(callers === 'public' ? [] : SIGNED_IN),
    ...(callers === 'public' || kind === 'query' || kind === 'file' ? [] : (['TENANT_MOVING'] as const)),
    ...(isOfUsers ? [...OF_USERS, refusal] : []),
    // What API tokens may not do (`x-allow`), and what theirs may not.
    ...(isOfUsers && !tokens ? (['AUTH_METHOD_NOT_ALLOWED'] as const) : []),
    ...(tokens ? OF_API_TOKENS : []),
    // A session that was closed, or whose person was removed or erased, is out with the next request.
    ...(callers === 'person' ? (['AUTH_PERSON_NO_AUTHORIZATION', 'AUTH_TOKEN_REVOKED'] as const) : []),
    ...(validated ? (['CLASS_VALIDATION_ERROR'] as const) : []),
    ...(body === undefined ? [] : [tooLarge ?? ('REQUEST_TOO_LARGE' as const)]),
    ...(body === undefined && kind !== 'upload' ? [] : (['REQUEST_TIMEOUT', 'TOO_MANY_UPLOADS'] as const)),
    ...(kind === 'query' ? OF_QUERIES : (['STORAGE_FULL'] as const)),
    ...(kind === 'upload' ? (['NO_FILES_UPLOADED', 'UPLOAD_TOO_LARGE'] as const) : []),
    ...(kind === 'command' ? OF_COMMANDS : []),
    ...ALWAYS,
  ]);
}

/** The headers that more than one operation answers with, by name. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      'O número deste pedido nos registros do serviço, o mesmo do `instance` de uma falha: informe-o ao pedir ajuda.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'WWW-Authenticate': {
    description: 'Como se identificar (RFC 9110, 11.6.1).',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  Allow: {
    description: 'Os outros métodos deste endereço; vazio quando não há.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Segundos até que valha a pena repetir o pedido, quando se sabe.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;
const header = (name: keyof typeof HEADERS): Schema => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** Of every answer, whatever it is. */
export const REQUEST_ID: Schema = header('X-Request-Id');
const FAILURE_HEADERS: Readonly<Record<number, Schema>> = {
  401: header('WWW-Authenticate'),
  405: header('Allow'),
  408: header('Retry-After'),
  429: header('Retry-After'),
  503: header('Retry-After'),
};

/** A problem of each code, which every operation that may answer it refers to. */
export const PROBLEMS: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.keys(errors).map((code) => [code, { value: problemOf(code as ErrorCode) }]),
);

/** Everything that an operation answers in place of its success, by status. */
export function failuresOf(operation: Operation): Record<string, Schema> {
  const byStatus = Map.groupBy(failureCodes(operation), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${errors[code].title}`).join('\n\n'),
        headers: { ...REQUEST_ID, ...FAILURE_HEADERS[status] },
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(
              group.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  );
}
