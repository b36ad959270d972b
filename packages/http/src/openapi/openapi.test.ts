import {
  errors,
  feedEvent,
  operations,
  publicEvents,
  rules,
  WEBHOOK_EVENT_TYPES,
  type OperationShape,
  type Rule,
} from '@lacre/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { openApiDocument } from './openapi.ts';

type Operation = OperationShape & { name: string; method: string; path: string };
interface Described {
  operationId: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean; example: unknown; description?: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<
    string,
    {
      description: string;
      headers?: object;
      links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
      content?: Record<string, { example?: unknown; examples?: object }>;
    }
  >;
}
interface Document {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, Record<string, Described>>;
  components: Record<'examples' | 'headers' | 'schemas' | 'securitySchemes', Record<string, unknown>>;
}

const document = openApiDocument() as unknown as Document;
const all = Object.values(operations) as Operation[];
const describedOf = ({ path, method }: Operation) =>
  document.paths[path]?.[method.toLowerCase()] as Described;
/** What the schema says against the example; nothing when it holds. */
const against = (schema: OperationShape['body'], example: unknown) =>
  schema?.safeParse(example).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

it.each(all.filter(({ body }) => body !== undefined))('$name shows a body that it takes', (operation) => {
  const { example } = describedOf(operation).requestBody?.content['application/json'] ?? {};
  expect(against(operation.body, example)).toEqual([]);
});

it.each(all.filter(({ answer }) => answer !== undefined))(
  '$name shows an answer that it gives',
  (operation) => {
    const answer = describedOf(operation).responses[String(operation.status ?? 200)];
    expect(against(operation.answer, answer?.content?.['application/json']?.example)).toEqual([]);
  },
);

it.each(all.filter(({ params, query }) => (params ?? query) !== undefined))(
  '$name shows parameters that it takes',
  (operation) => {
    const of = (place: string) =>
      Object.fromEntries(
        describedOf(operation)
          .parameters.filter((one) => one.in === place)
          .map(({ name, example }) => [name, typeof example === 'number' ? String(example) : example]),
      );
    expect(against(operation.params, of('path'))).toEqual([]);
    expect(against(operation.query, of('query'))).toEqual([]);
    const named = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(of('path')).toSorted((a, b) => a.localeCompare(b))).toEqual(
      named.toSorted((a, b) => String(a).localeCompare(String(b))),
    );
  },
);

const definitions = [...publicEvents.values()];
it.each(WEBHOOK_EVENT_TYPES)('%s is described as a webhook', (type) => {
  const { requestBody, parameters } = document.webhooks[type]?.['post'] ?? {};
  const example = requestBody?.content['application/json']?.example;
  const { data } = feedEvent.extend({ type: z.literal(type) }).parse(example);
  expect(
    definitions
      .find((each) => each.type === type)
      ?.data.strict()
      .safeParse(data).error,
  ).toBeUndefined();
  expect(parameters?.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ]);
});

it('describes no webhook for events that only their requester sees', () => {
  expect(Object.keys(document.webhooks).toSorted()).toEqual(WEBHOOK_EVENT_TYPES.toSorted());
  expect(document.webhooks).not.toHaveProperty('download.ready.v1');
});

it('shows a branch as a company that has a parent', () => {
  const { example } = document.paths['/company']?.['post']?.requestBody?.content['application/json'] ?? {};
  expect(example).toMatchObject({ type: 'branch', parentCompanyId: expect.any(String) as string });
});

it.each(all)('$name names its failures with their titles, who may call, and its keys', (operation) => {
  const { operationId, tags, security, parameters, responses } = describedOf(operation);
  expect(operationId).toBe(operation.name);
  for (const tag of tags) expect(document.tags).toContainEqual({ name: tag });
  for (const scheme of security.flatMap(Object.keys))
    expect(document.components.securitySchemes).toHaveProperty(scheme);
  for (const code of operation.errors) {
    const { status, title } = errors[code];
    expect(responses[String(status)]?.description).toContain(`\`${code}\`: ${title}`);
    expect(responses[String(status)]?.content?.['application/problem+json']?.examples).toHaveProperty(code, {
      $ref: `#/components/examples/${code}`,
    });
  }
  expect(parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(operation.kind === 'command');
});

it.each(all)(
  '$name describes each header that it reads, and gives no key that all would send',
  (operation) => {
    const { parameters } = describedOf(operation);
    const headers = parameters.filter((one) => one.in === 'header');
    for (const [name, schema] of Object.entries(operation.headers?.shape ?? {}))
      expect(headers).toContainEqual(
        expect.objectContaining({ name, required: !schema.safeParse(undefined).success }),
      );
    for (const { description } of headers) expect(description).toMatch(/\w/);
    expect(headers.find(({ name }) => name === 'Idempotency-Key')?.example).toBeUndefined();
  },
);

it('requires a device id from persons who sign in to sign', () => {
  const { parameters } = describedOf(operations.openSigningSession);
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'client-device-id', in: 'header', required: true }),
  );
});

it.each(all)('$name says whether API tokens are refused, with the methods left', (operation) => {
  const { callers, tokens }: Rule = rules[operation.allow];
  const { responses } = describedOf(operation);
  const refusesTokens = callers.startsWith('user') && !tokens;
  const isDescribed = refusesTokens || operation.errors.includes('AUTH_METHOD_NOT_ALLOWED');
  expect(responses['405']?.content?.['application/problem+json']?.examples !== undefined).toBe(isDescribed);
  expect('Allow' in (responses['405']?.headers ?? {})).toBe(isDescribed);
});

it.each(all)('$name has the number of the request in every answer', (operation) => {
  const reference = { $ref: '#/components/headers/X-Request-Id' };
  for (const { headers } of Object.values(describedOf(operation).responses))
    expect(headers).toMatchObject({ 'X-Request-Id': reference });
  expect(document.components.headers).toMatchObject({ 'X-Request-Id': { required: true } });
});

it('links from the answer of a command to the operations that use its id', () => {
  const { links } = describedOf(operations.createProcess).responses['201'] ?? {};
  expect(links?.['getProcess']?.parameters).toEqual({
    'path.processId': '$response.body#/processId',
    'query.min-position': '$response.body#/position',
  });
  expect(Object.keys(links ?? {})).toEqual(
    expect.arrayContaining(['cancelProcess', 'processTimeline', 'extendDeadline']),
  );
  const { links: ofUser } = describedOf(operations.createUser).responses['201'] ?? {};
  expect(ofUser?.['editUser']?.parameters).toEqual({ 'path.uid': expect.stringContaining('$response') });
});

it.each([
  ['createPerson', 'cpf', 'cpf'],
  ['createCompany', 'cnpj', 'cnpj'],
  ['createPerson', 'cellphoneNumber', 'mobile'],
  ['createPerson', 'zip', 'cep'],
])('%s names the format of its %s', (name, member, format) => {
  const schemas = document.components.schemas as Record<
    string,
    { properties: Record<string, { anyOf?: object[] }> }
  >;
  const { properties } = schemas[`${name.charAt(0).toUpperCase()}${name.slice(1)}`] ?? {};
  const described = properties?.[member];
  expect(described?.anyOf?.[0] ?? described).toMatchObject({ format });
});

it.each(['latitude', 'longitude'])('says by its pattern which %s there is', (name) => {
  const { parameters } = describedOf(operations.createProcess);
  const { schema } = parameters.find((one) => one.name === `client-${name}`) as unknown as {
    schema: { anyOf: { pattern: string }[] };
  };
  const [{ pattern } = { pattern: '' }, empty] = schema.anyOf;
  for (const text of ['', ' ', 'null', 'Undefined']) expect(text).toMatch(new RegExp(empty?.pattern ?? '^$'));
  expect('0').not.toMatch(new RegExp(empty?.pattern ?? ''));
  const bound = name === 'latitude' ? 90 : 180;
  for (const text of ['0', '-0.5', '007', `${bound}`, `-${bound}.000`, `${bound - 1}.999`])
    expect(text).toMatch(new RegExp(pattern));
  for (const text of [`${bound}.1`, `${bound + 1}`, '999', '1.', '+1', ''])
    expect(text).not.toMatch(new RegExp(pattern));
});

it.each(['CreateTemplate', 'Sign'])('%s says how its text is written', (name) => {
  const text = JSON.stringify(document.components.schemas[name]);
  for (const word of name === 'Sign' ? ['M20 120L60 40', '600 por 200'] : ['{{empresa.razaosocial}}', 'cnpj'])
    expect(text).toContain(word);
});

it('has unique paths, names of parameters aside', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([]);
});

it('says where a form accepts empty fields', () => {
  const { EditPerson, Empty } = document.components.schemas as Record<
    string,
    { properties: Record<string, object>; additionalProperties: object; anyOf: object[] }
  >;
  const empty = { $ref: '#/components/schemas/Empty' };
  expect(EditPerson?.properties['motherName']).toEqual({ anyOf: [expect.anything(), empty] });
  expect(EditPerson?.properties['name']).not.toHaveProperty('anyOf');
  expect(EditPerson?.additionalProperties).toEqual(empty);
  expect(Empty?.anyOf).toContainEqual({ type: 'null' });
});

it('is a document of OpenAPI 3.1 whose references all lead to what has a name', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  const ids = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(all.length);
  const written = JSON.stringify(document);
  for (const [, kind, name] of written.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
    expect(document.components[kind as keyof Document['components']]).toHaveProperty(String(name));
    // Zod's own name for a schema that has none: two operations would each have theirs by it.
    expect(name).not.toMatch(/^__/);
  }
  expect(written.match(/"\$ref":"(?!#\/components\/)/g)).toBeNull();
  expect(written).not.toContain('"$defs"');
});
