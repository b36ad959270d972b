import { ADDRESS_FIELDS, COMPANY_FIELDS, entriesOf, PERSON_FIELDS } from '@lacre/contracts/registers';

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, unknown>>;

const ID = '0198c5a0-7d1e-7c3a-9f52-3b1d2c4e5f60';
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const MOMENT = '2026-05-04T13:30:00.000Z';
const DAY = PERSON_FIELDS.birthday.example;

/** What fields are called, and what stands in them in a Brazilian office. The first whose name fits is taken. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  // Users are reached by mobiles alone.
  [/phone/i, PERSON_FIELDS.cellphoneNumber.example],
  ...[...entriesOf(PERSON_FIELDS), ...entriesOf(COMPANY_FIELDS)]
    // Whatever else has a name or a type is no person and no company.
    .filter(([name, { kind }]) => name !== 'name' && kind !== 'choice')
    .map(([name, { example }]) => [new RegExp(`^${name}$`, 'i'), example] as const),
  [/^(?:emails|sentTo)$/i, PERSON_FIELDS.email.example],
  [/^networks$/, '203.0.113.0/24'],
  [/^cep$/, ADDRESS_FIELDS.zip.example],
  [/^tenantName$/, 'Imobiliária Horizonte'],
  [/^domain$/, 'horizonte'],
  [/password$/i, 'uma senha comprida'],
  [/^code$/i, '482913'],
  [/^validationCode$/, '7K3M-9QXT-4HVB-2NPD'],
  [/^signatureIds?$/, `${ID}:1`],
  [/^proof$|^token$/, 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTk4In0.c2ln'],
  [/^secret$/, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq='],
  [/^summary$/, 'Contrato de locação comercial'],
  [/^description$/, 'Contratos de maio'],
  [/^(?:document|file)Name$/, 'Contrato de locação.pdf'],
  [/^reason$/, 'O valor do aluguel não confere'],
  [/^question$/, 'Como prefere receber as chaves?'],
  [/color$/i, '#5e35e6'],
  [/^url$/, 'https://erp.exemplo.com.br/lacre'],
  [/position$|^next$|^after$/i, '48213'],
  [/^termsVersion$/, '2026-11'],
  [/^ip$/, '200.160.2.3'],
  [/^search$/, 'locação'],
  [/^dryRun$/, 'true'],
  [/^options$|^chosen$/, 'Na portaria'],
  [/^userAgent$/, 'Mozilla/5.0 (Android 16; Mobile)'],
  [/name$/i, PERSON_FIELDS.name.example],
];

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: ID,
  'date-time': MOMENT,
  date: DAY,
  uri: 'https://exemplo.com.br/',
  email: PERSON_FIELDS.email.example,
};

/** What patterns of ours ask for. */
const BY_PATTERN: readonly string[] = [
  HASH,
  `${ID}:1`,
  '482913',
  '48213',
  ADDRESS_FIELDS.zip.example,
  'horizonte',
  '-25.4284',
  MOMENT.slice(0, 7),
  'aGVsbG8gd29ybGQ=',
];

/** An example of what a schema describes, made of what its fields are called; the whole of it, optional fields too. */
export function exampleOf(schema: Schema, schemas: Schemas, name = ''): unknown {
  const {
    $ref,
    default: given,
    anyOf,
    oneOf,
    allOf,
    type,
  } = schema as {
    $ref?: string;
    default?: unknown;
    anyOf?: Schema[];
    oneOf?: Schema[];
    allOf?: Schema[];
    type?: string | string[];
  };
  if ($ref !== undefined)
    return exampleOf(schemas[$ref.slice($ref.lastIndexOf('/') + 1)] as Schema, schemas, name);
  if (Array.isArray(schema['examples'])) return (schema['examples'] as unknown[])[0];
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return (schema['enum'] as unknown[])[0];
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) {
    const chosen = choices.find((choice) => choice['type'] !== 'null' && !('const' in choice)) ?? choices[0];
    return exampleOf(chosen as Schema, schemas, name);
  }
  if (allOf !== undefined)
    return Object.assign({}, ...allOf.map((part) => exampleOf(part, schemas, name))) as unknown;
  if (Array.isArray(type)) return exampleOf({ ...schema, type: firstType(type) }, schemas, name);
  if (type === 'object') return objectExample(schema, schemas);
  if (type === 'array') return arrayExample(schema, schemas, name);
  if (type === 'integer' || type === 'number') return numberExample(schema);
  if (type === 'boolean') return given ?? true;
  if (type === 'null') return null;
  return type === undefined && given !== undefined ? given : textExample(schema, name);
}

/** Of a member that may be null, what it is otherwise. */
const firstType = (types: readonly string[]): string => types.find((type) => type !== 'null') ?? 'null';

function objectExample({ properties }: Schema, schemas: Schemas): Record<string, unknown> {
  const fields = Object.entries((properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(field, schemas, name)]));
}

/** As many items as there must be: a number makes texts unique. */
function arrayExample({ items, minItems }: Schema, schemas: Schemas, name: string): unknown[] {
  if (items === undefined) return [];
  const item = exampleOf(items as Schema, schemas, name);
  const count = Math.max(1, Number(minItems ?? 1));
  return Array.from({ length: count }, (_, index) =>
    index > 0 && typeof item === 'string' ? `${item} ${index + 1}` : item,
  );
}

function numberExample({ minimum, maximum, default: given }: Schema): unknown {
  if (given !== undefined) return given;
  return Math.min(Math.max(Number(minimum ?? 1), 1), Number(maximum ?? Number.MAX_SAFE_INTEGER));
}

function textExample({ format, pattern, minLength, maxLength }: Schema, name: string): string {
  const form = typeof pattern === 'string' && format === undefined ? new RegExp(pattern, 'u') : undefined;
  const fits = (text: string): boolean => form?.test(text) ?? true;
  const named = BY_NAME.find(([called, text]) => called.test(name) && fits(text))?.[1];
  const found = BY_FORMAT[String(format)] ?? named ?? (form && BY_PATTERN.find(fits)) ?? 'Texto';
  const padded = found.padEnd(Number(minLength ?? 0), 'a');
  return maxLength === undefined ? padded : padded.slice(0, Number(maxLength));
}
