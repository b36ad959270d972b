import type { OperationName } from '@lacre/contracts';
import { openApiDocument } from '@lacre/http';
import { z } from 'zod';

interface DescribedAnswer {
  content?: Record<string, { schema?: object }>;
  links?: Record<string, { operationId: OperationName; parameters: Record<string, string> }>;
}

/** An operation as the document says it, as far as links are followed by it. */
export interface Described {
  operationId: OperationName;
  method: string;
  path: string;
  requestBody: object | undefined;
  responses: Record<string, DescribedAnswer>;
}

export interface Link {
  source: Described;
  target: Described;
  /** Runtime expressions by `path.name` or `query.name`. */
  parameters: Readonly<Record<string, string>>;
}

const { paths, components } = openApiDocument() as {
  paths: Record<string, Record<string, Omit<Described, 'method' | 'path'>>>;
  components: { schemas: Record<string, object> };
};

export const described: readonly Described[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody, responses }]) => ({
    operationId,
    method: method.toUpperCase(),
    path,
    requestBody,
    responses,
  })),
);

const named = (name: string): Described => {
  const found = described.find(({ operationId }) => operationId === name);
  if (found === undefined) throw new Error(`a link leads to ${name}, which the document does not have`);
  return found;
};

/** Every link that the document declares. */
export const links: readonly Link[] = described.flatMap((source) =>
  Object.values(source.responses).flatMap((answer) =>
    Object.values(answer.links ?? {}).map(({ operationId, parameters }) => ({
      source,
      target: named(operationId),
      parameters,
    })),
  ),
);

const inDefinitions = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/')) as object;
const definitions = inDefinitions(components.schemas);

/** What JSON is by a schema of the document. */
export function schemaOf(schema: object): z.ZodType {
  return z.fromJSONSchema({ ...inDefinitions(schema), $defs: definitions } as Parameters<
    typeof z.fromJSONSchema
  >[0]);
}
