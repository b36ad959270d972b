import {
  EMPTY_TEXT_PATTERN,
  FORM_DEPTH,
  latitude,
  longitude,
  operations,
  rules,
  shapes,
  type OperationShape,
  type Rule,
} from '@lacre/contracts';
import { z } from 'zod';

import { MAX_PLACE_LENGTH } from '../client-context.ts';
import { exampleOf } from './openapi-examples.ts';
import {
  failuresOf,
  HEADERS,
  PROBLEMS,
  REQUEST_ID,
  type Operation,
  type Schema,
} from './openapi-failures.ts';
import { linksOf } from './openapi-links.ts';
import { WALK } from './openapi-walk.ts';
import { webhooksOf } from './openapi-webhooks.ts';

/** Where the caller is, as far as they say; kept beside the events. */
const LOCATION_HEADERS: readonly Schema[] = [
  ...Object.entries({ 'client-country': 'País', 'client-state': 'Estado', 'client-city': 'Cidade' }).map(
    ([name, what]) =>
      headerOf(name, `${what}; em letras de fora do ASCII, codificado com \`%\`.`, {
        type: 'string',
        maxLength: MAX_PLACE_LENGTH,
      }),
  ),
  headerOf('client-latitude', 'Latitude em graus decimais, sempre com a longitude.', orEmpty(latitude)),
  headerOf('client-longitude', 'Longitude em graus decimais, sempre com a latitude.', orEmpty(longitude)),
];

function headerOf(name: string, description: string, schema: Schema, required = false): Schema {
  return { name, in: 'header', required, description, schema };
}

/** What is sent for a value that there is not counts as not sent. */
function orEmpty(schema: z.ZodType): Schema {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input' }) as Schema;
  return { anyOf: [own, { type: 'string', pattern: EMPTY_TEXT_PATTERN }] };
}

/** What cookies mean, and who sets them. */
const COOKIES: Readonly<Record<NonNullable<OperationShape['cookie']>, string>> = {
  lacre_session: 'A sessão, deixada por quem entra (`POST /session` e as outras entradas).',
  lacre_google: 'Liga a entrada pelo Google ao navegador que a começou (`POST /session/google/start`).',
  lacre_person_device:
    'O dispositivo de onde a pessoa já entrou com um código, deixado por esta mesma operação: com ele não é preciso outro.',
};

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
    // The schema stands among the definitions then, and what is left is where.
    if (own['$ref'] === undefined) this.schemas[id] = own;
    return { $ref: `#/components/schemas/${id}` };
  }
}

const rereferenced = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Schema;

/** What parameters of many operations mean. */
const PARAMETERS: Readonly<Record<string, string>> = {
  'min-position':
    'A `position` de um comando: a resposta espera, por até 2 s, até que a leitura a tenha visto, e assim mostra o que você acabou de fazer.',
  page: 'A partir de 1.',
  pageSize: 'Itens por página.',
  search: 'Texto procurado, sem distinção de acentos nem de maiúsculas.',
  after: 'Só o que vem depois desta posição; sem ela, desde o começo.',
  wait: 'Segundos a esperar por novidades quando não há nenhuma.',
};

function parametersOf(operation: Operation, components: Components): Schema[] {
  const listed = (place: 'path' | 'query' | 'header', object: z.ZodObject | undefined) =>
    Object.entries(object?.shape ?? {}).map(([name, field]) => {
      const schema = components.of(field as z.ZodType, 'input');
      return {
        name,
        in: place,
        required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
        description: PARAMETERS[name] ?? schema['description'],
        schema,
        // A code in a path is that of a document.
        example: exampleOf(schema, components.schemas, name === 'code' ? 'validationCode' : name),
      };
    });
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Uma para cada intenção, como um UUID ou o número do seu pedido: a mesma chave com o mesmo corpo dá a mesma resposta, sem repetir o efeito; com outro corpo, 422. Sem ela, cada pedido é uma intenção nova.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  };
  const { cookie } = operation;
  return [
    ...listed('path', operation.params),
    ...listed('query', operation.query),
    ...listed('header', operation.headers),
    ...(cookie === undefined
      ? []
      : [
          {
            name: cookie,
            in: 'cookie',
            required: false,
            description: COOKIES[cookie],
            schema: { type: 'string' },
          },
        ]),
    ...(isCachedFile(operation) ? FILE_HEADERS : []),
    ...(isCachedFile(operation) && isPdf(operation) ? RANGE_HEADERS : []),
    ...(operation.kind === 'command' ? [key, ...LOCATION_HEADERS] : []),
  ];
}

/** Pictures and PDFs are asked for again by their tag, PDFs by parts; archives, exports and what is sent in a body are not. */
const isCachedFile = ({ kind, mediaType, method }: Operation): boolean =>
  kind === 'file' && method === 'GET' && mediaType !== 'application/zip' && !Array.isArray(mediaType);
const isPdf = ({ mediaType = 'application/pdf' }: Operation): boolean => mediaType === 'application/pdf';

const EMPTY: Schema = { $ref: '#/components/schemas/Empty' };
const EMPTY_VALUE: Schema = {
  description: 'Nada: conta como um campo que não foi enviado.',
  anyOf: [
    { type: 'null' },
    { type: 'string', pattern: EMPTY_TEXT_PATTERN },
    { type: 'array', maxItems: 0 },
    { type: 'object', maxProperties: 0 },
  ],
};

const FILE_HEADERS: readonly Schema[] = [
  headerOf('If-None-Match', 'O `ETag` do arquivo que já se tem: se for o mesmo, 304.', { type: 'string' }),
];
const RANGE_HEADERS: readonly Schema[] = [
  headerOf('Range', 'Um trecho do PDF, como `bytes=0-65535` (RFC 9110, 14).', { type: 'string' }),
];

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

function withExample(described: z.ZodType, io: 'input' | 'output', components: Components): Schema {
  const schema = components.of(described, io);
  return { schema, example: exampleOf(schema, components.schemas) };
}

function successOf(operation: Operation, components: Components): Schema {
  if (operation.kind === 'file')
    return {
      description: 'O arquivo',
      content: Object.fromEntries(
        [operation.mediaType ?? 'application/pdf'].flat().map((mediaType) => [mediaType, {}]),
      ),
    };
  if (operation.answer === undefined) return { description: 'Feito' };
  return {
    description: 'Resposta',
    content: { 'application/json': withExample(operation.answer, 'output', components) },
  };
}

/** `emptyIsAbsent`, said in the schema of a form: what says nothing may stand wherever nothing need be said. */
function withEmptyMembers(form: Schema, depth = FORM_DEPTH): Schema {
  const { properties = {}, required = [] } = form as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const members = Object.entries(properties).map(([name, member]): [string, Schema] => {
    const inner = depth > 1 && member['type'] === 'object' ? withEmptyMembers(member, depth - 1) : member;
    return [name, required.includes(name) ? inner : { anyOf: [inner, EMPTY] }];
  });
  return { ...form, properties: Object.fromEntries(members), additionalProperties: EMPTY };
}

function requestOf({ body, emptyIsAbsent }: Operation, components: Components): Schema | undefined {
  if (body === undefined) return undefined;
  const described = withExample(body, 'input', components);
  const id = body.meta()?.id;
  const form = components.schemas[id ?? ''];
  if (emptyIsAbsent && id !== undefined && form !== undefined) {
    components.schemas['Empty'] = EMPTY_VALUE;
    components.schemas[id] = withEmptyMembers(form);
  }
  return { required: true, content: { 'application/json': described } };
}

function describe(operation: Operation, components: Components): Schema {
  const body = requestOf(operation, components);
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
    responses: {
      [operation.status ?? 200]: {
        ...successOf(operation, components),
        headers: REQUEST_ID,
        ...linksOf(operation, Object.values(operations)),
      },
      ...(isCachedFile(operation) ? partialAnswersOf(operation) : {}),
      ...failuresOf(operation),
    },
  };
}

/** What a request with `If-None-Match` or `Range` may be answered with besides the whole file (RFC 9110, 13 and 14). */
function partialAnswersOf(operation: Operation): Record<string, Schema> {
  const notModified = { 304: { description: 'O arquivo é o que já se tem', headers: REQUEST_ID } };
  if (!isPdf(operation)) return notModified;
  return {
    206: { description: 'O trecho pedido', headers: REQUEST_ID, content: { 'application/pdf': {} } },
    ...notModified,
    416: { description: 'O arquivo não tem este trecho', headers: REQUEST_ID },
  };
}

/** Who may call and over what, for those who read the document. */
function allowanceOf({ allow, scope }: Operation): Schema {
  const { callers, roles, over, tokens }: Rule = rules[allow];
  return { rule: allow, callers, roles, over, tokens, scope: scope ?? null };
}

const DESCRIPTION = `Assinaturas eletrônicas com prova. Todos os caminhos ficam sob \`/api\`.

Comandos levam \`Idempotency-Key\`: a mesma chave com o mesmo corpo dá a mesma resposta, sem repetir o efeito; com outro corpo, 422. Respondem com a \`position\` do que gravaram, que consultas aceitam como \`min-position\`.

Falhas são \`application/problem+json\` (RFC 9457), com \`code\` da tabela de cada operação. O que é de outra conta e o que não existe são o mesmo 404.

## Do cadastro ao documento conferido

O caminho principal como um programa para Node (\`node caminho.mjs\`, com um \`contrato.pdf\` ao lado), numa instalação de teste:

\`\`\`js
${WALK}\`\`\``;

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
      description: DESCRIPTION,
    },
    servers: [{ url: '/api' }],
    paths,
    webhooks: webhooksOf(
      (schema, io) => components.of(schema, io),
      (schema) => exampleOf(schema, components.schemas),
    ),
    tags: [...new Set(Object.values(operations).map(({ tag }) => tag))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'O token de uma sessão (JWT, de `POST /session` ou de `POST /signature/session`), ou um token de API (`lacre_…`), onde `x-allow` diz que tokens podem chamar.',
        },
      },
      headers: HEADERS,
      examples: PROBLEMS,
      schemas: components.schemas,
    },
  };
}
