import { errors, operations, type OperationShape } from '@lacre/contracts';
import { paths, type OperationName } from '@lacre/contracts/paths';
import { z } from 'zod';

import { typeText, type JsonSchema } from './type-text.ts';

type Io = 'input' | 'output';

/** What says nothing of a value's type (JSON Schema 2020-12, validation, 7 and 9). */
const ANNOTATIONS: ReadonlySet<string> = new Set(['format', 'description', 'examples']);

/** Named types of the contracts, each printed once; one that is sent otherwise than it is answered has two names. */
class NamedTypes {
  readonly #texts = new Map<string, string>();

  of(schema: z.ZodType, io: Io): string {
    const whole = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      target: 'draft-2020-12',
      override: ({ zodSchema, jsonSchema }) => {
        // What is tidied on its way in (CPF, telephone) goes out as the text it came in as.
        const { def } = zodSchema._zod;
        const saysNothing = Object.keys(jsonSchema).every((key) => ANNOTATIONS.has(key));
        if (io === 'output' && def.type === 'pipe' && saysNothing) {
          const tidied = z.toJSONSchema(schemaBefore(zodSchema), { io: 'input', unrepresentable: 'any' });
          Object.assign(jsonSchema, tidied, { $schema: undefined });
        }
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    const named = new Map<string, string>();
    for (const name of Object.keys(whole.$defs ?? {})) named.set(name, this.#nameFor(name, io));
    const nameOf = (reference: string): string =>
      named.get(reference.slice(reference.lastIndexOf('/') + 1)) ?? 'unknown';
    for (const [name, definition] of Object.entries(whole.$defs ?? {}))
      this.#texts.set(named.get(name) ?? name, typeText(definition, nameOf));
    return typeText(whole, nameOf);
  }

  #nameFor(name: string, io: Io): string {
    return io === 'input' ? `${name}Body` : name;
  }

  toString(): string {
    return [...this.#texts].map(([name, text]) => `export type ${name} = ${text};`).join('\n');
  }
}

/** What a chain of transformations begins with. */
function schemaBefore(schema: unknown): z.ZodType {
  const { def } = (schema as z.ZodPipe)._zod;
  return def.type === 'pipe' ? schemaBefore(def.in) : (schema as z.ZodType);
}

/** One operation as types: what it is called with, what it answers, and what distinguishes its calls. */
function operationText(name: OperationName, types: NamedTypes): string {
  const operation: OperationShape = operations[name];
  const parts = {
    kind: JSON.stringify(operation.kind),
    file: operation.file && JSON.stringify(operation.file),
    params: operation.params && types.of(operation.params, 'input'),
    query: operation.query && types.of(operation.query, 'input'),
    body: operation.body && types.of(operation.body, 'input'),
    answer: operation.answer && types.of(operation.answer, 'output'),
  };
  const members = Object.entries(parts).flatMap(([part, text]) =>
    text === undefined ? [] : `${part}: ${text};`,
  );
  return `/** ${operation.summary} */\n${name}: { ${members.join('\n')} };`;
}

/**
 * The contracts as declarations that stand alone: what a package outside the repository knows of them. Schemas, and the
 * library they are written in, stay behind.
 */
export function contractTypes(): string {
  const types = new NamedTypes();
  const names = Object.keys(operations) as OperationName[];
  const texts = names.map((name) => operationText(name, types));
  const places = names.map(
    (name) => `${name}: { method: '${paths[name].method}'; path: '${paths[name].path}' };`,
  );
  const codes = Object.entries(errors).map(
    ([code, { status, title }]) => `${code}: { status: ${status}; title: ${JSON.stringify(title)} };`,
  );
  return `// Generated from the contracts.
${types.toString()}

export interface Operations {
${texts.join('\n')}
}
export declare const paths: { ${places.join('\n')} };
export type OperationName = keyof Operations;

type Field<Name extends OperationName, Key extends string> = Operations[Name] extends Record<Key, infer Type> ? Type : never;
/** What an operation's body is, before the server fills in defaults. */
export type BodyOf<Name extends OperationName> = Field<Name, 'body'>;
export type ParamsOf<Name extends OperationName> = Field<Name, 'params'>;
export type QueryOf<Name extends OperationName> = Field<Name, 'query'>;
export type AnswerOf<Name extends OperationName> = Field<Name, 'answer'>;

export declare const errors: { ${codes.join('\n')} };
export type ErrorCode = keyof typeof errors;
`;
}
