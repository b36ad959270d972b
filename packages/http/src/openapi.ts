import {
  errors,
  operations,
  rules,
  shapes,
  type ErrorCode,
  type OperationShape,
  type Rule,
} from '@lacre/contracts';
import { z } from 'zod';

import { problemOf } from './problem.ts';

type Schema = Record<string, unknown>;
type Operation = OperationShape & { name: string; method: string; path: string };

const ALWAYS: readonly ErrorCode[] = ['MALFORMED_REQUEST', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'];
const SIGNED_IN: readonly ErrorCode[] = [
  'AUTH_NO_TOKEN_PROVIDED',
  'AUTH_TOKEN_INVALID',
  'AUTH_TOKEN_VALIDATION_ERROR',
  'AUTH_USER_WITHOUT_TENANT',
  'TENANT_INACTIVE',
];
const OF_USERS: readonly ErrorCode[] = [
  'AUTH_TOKEN_MALFORMATED',
  'AUTH_TOKEN_REVOKED',
  'AUTH_USER_INACTIVE',
  'AUTH_USER_WITHOUT_PERMISSION',
];

const OF_COMMANDS: readonly ErrorCode[] = [
  'IDEMPOTENCY_KEY_REUSED',
  'CONCURRENT_CHANGE',
  'GEOLOCATION_VALIDATION_ERROR',
];

/** Where whoever acts is, as far as they tell; kept beside the events. */
const LOCATION_HEADERS: readonly Schema[] = Object.entries({
  'client-country': 'País',
  'client-state': 'Estado',
  'client-city': 'Cidade',
  'client-latitude': 'Latitude em graus decimais, sempre com a longitude',
  'client-longitude': 'Longitude em graus decimais, sempre com a latitude',
}).map(([name, description]) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 100 },
}));

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1; schemas with an id become components. */
class Components {
  readonly schemas: Record<string, Schema> = {};

  of(schema: z.ZodType, io: 'input' | 'output'): Schema {
    const {
      $schema: _,
      $defs,
      ...whole
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Schema & {
      $defs?: Record<string, Schema>;
    };
    for (const [name, definition] of Object.entries($defs ?? {}))
      this.schemas[name] = rereferenced(definition);
    const id = schema.meta()?.id;
    const own = rereferenced(whole);
    if (id === undefined) return own;
    this.schemas[id] = own;
    return { $ref: `#/components/schemas/${id}` };
  }
}

const rereferenced = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema;

function parametersOf(operation: Operation, components: Components): Schema[] {
  const listed = (place: 'path' | 'query', object: z.ZodObject | undefined) =>
    Object.entries(object?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: place,
      required: place === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
      schema: components.of(schema as z.ZodType, 'input'),
    }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A mesma chave com o mesmo corpo dá a mesma resposta, sem repetir o efeito.',
    schema: { type: 'string', maxLength: 200 },
  };
  return [
    ...listed('path', operation.params),
    ...listed('query', operation.query),
    ...(operation.kind === 'command' ? [key, ...LOCATION_HEADERS] : []),
  ];
}

/** What the shape of an operation lets go wrong, besides what its own rules refuse. */
function failureCodes({ allow, kind, params, query, body, errors: own }: Operation): Set<ErrorCode> {
  const { callers, refusal }: Rule = rules[allow];
  const validated = params !== undefined || query !== undefined || body !== undefined;
  return new Set([
    ...own,
    ...(callers === 'public' ? [] : SIGNED_IN),
    ...(callers === 'user' || callers === 'user-or-person' ? [...OF_USERS, refusal] : []),
    ...(callers === 'person' ? (['AUTH_PERSON_NO_AUTHORIZATION'] as const) : []),
    ...(validated ? (['CLASS_VALIDATION_ERROR'] as const) : []),
    ...(body === undefined ? [] : (['REQUEST_TOO_LARGE'] as const)),
    ...(kind === 'upload' ? (['NO_FILES_UPLOADED', 'UPLOAD_TOO_LARGE'] as const) : []),
    ...(kind === 'command' ? OF_COMMANDS : []),
    ...ALWAYS,
  ]);
}

function failuresOf(operation: Operation): Record<string, Schema> {
  const byStatus = Map.groupBy(failureCodes(operation), (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      String(status),
      {
        description: group.map((code) => `\`${code}\`: ${errors[code].title}`).join('\n\n'),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            examples: Object.fromEntries(group.map((code) => [code, { value: problemOf(code) }])),
          },
        },
      },
    ]),
  );
}

/** A form with the file, and what opens it where that may be needed. */
const formOf = ({ errors: codes }: Operation) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary' },
        ...((codes as readonly string[]).includes('PDF_ENCRYPTED')
          ? { password: { type: 'string', format: 'password' } }
          : {}),
      },
    },
  },
});

/** The file in a form, or as it is where a media type is given. */
const fileBody = (operation: Operation, mediaType?: string): Schema => ({
  required: true,
  content: {
    ...(mediaType === undefined ? {} : { [mediaType]: { schema: { type: 'string', format: 'binary' } } }),
    ...formOf(operation),
  },
});

function successOf(operation: Operation, components: Components): Schema {
  if (operation.kind === 'file')
    return { description: 'O arquivo', content: { [operation.mediaType ?? 'application/pdf']: {} } };
  if (operation.answer === undefined) return { description: 'Feito' };
  return {
    description: 'Resposta',
    content: { 'application/json': { schema: components.of(operation.answer, 'output') } },
  };
}

function describe(operation: Operation, components: Components): Schema {
  const body = operation.body && {
    required: true,
    content: { 'application/json': { schema: components.of(operation.body, 'input') } },
  };
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    security: rules[operation.allow].callers === 'public' ? [] : [{ bearer: [] }],
    'x-allow': allowanceOf(operation),
    parameters: parametersOf(operation, components),
    ...(body ? { requestBody: body } : {}),
    ...(operation.kind === 'upload' ? { requestBody: fileBody(operation) } : {}),
    ...(operation.file === undefined ? {} : { requestBody: fileBody(operation, operation.file) }),
    responses: { [operation.status ?? 200]: successOf(operation, components), ...failuresOf(operation) },
  };
}

/** Who may call and over what, for those who read the document. */
function allowanceOf({ allow }: Operation): Schema {
  const { callers, roles, over, tokens }: Rule = rules[allow];
  return { rule: allow, callers, roles, over, tokens };
}

/** The whole API as an OpenAPI 3.1 document, made from the contracts alone. */
export function openApiDocument(): Schema {
  const components = new Components();
  components.of(shapes.problem, 'output');
  const paths: Record<string, Schema> = {};
  for (const operation of Object.values(operations) as Operation[]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation, components),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lacre',
      version: '1',
      description: 'Assinaturas eletrônicas com prova. Todos os caminhos ficam sob `/api`.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: components.schemas,
    },
  };
}
