/** JSON Schema 2020-12, as far as zod writes it. */
export interface JsonSchema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  description?: string;
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The TypeScript type of what a schema describes. @param nameOf the type that a reference leads to */
export function typeText(schema: JsonSchema, nameOf: (reference: string) => string): string {
  const of = (inner: JsonSchema): string => typeText(inner, nameOf);
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map(of));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${of(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => of({ ...schema, type })));
  if (schema.type === 'array') return arrayText(schema, of);
  if (schema.type === 'object') return objectText(schema, of);
  return PLAIN[schema.type ?? ''] ?? 'unknown';
}

const union = (texts: readonly string[]): string => `(${[...new Set(texts)].join(' | ')})`;

function arrayText({ prefixItems, items }: JsonSchema, of: (inner: JsonSchema) => string): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(of).join(', ')}]`;
  return `(${items === undefined ? 'unknown' : of(items)})[]`;
}

function objectText(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  of: (inner: JsonSchema) => string,
): string {
  const members = Object.entries(properties).map(([name, member]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const type = of(member);
    return `${commentOf(member)}${key}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0)
    members.push(`[name: string]: ${of(additionalProperties)};`);
  return members.length === 0 ? 'Record<string, never>' : `{ ${members.join('\n')} }`;
}

const commentOf = ({ description }: JsonSchema): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '* /')} */\n`;
