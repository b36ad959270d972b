import { schemaOf, type Described, type Link } from './document.ts';

/** A request that went through, for expressions to be evaluated in. */
export interface Exchange {
  params: Readonly<Record<string, string>>;
  answer: unknown;
}

/** What a request takes besides what a link gives it. */
export interface Asked {
  origin: string;
  token: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: string;
}

/** A runtime expression (OpenAPI 3.1, 4.8.20.4) of the kinds that the document has. */
export function evaluated(expression: string, { params, answer }: Exchange): string {
  const [, ofPath, pointer] = /^\$(?:request\.path\.(\w+)|response\.body#(\/.+))$/.exec(expression) ?? [];
  const value =
    ofPath === undefined
      ? pointer
          ?.slice(1)
          .split('/')
          .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], answer)
      : params[ofPath];
  if (typeof value !== 'string') throw new Error(`${expression} gives ${JSON.stringify(value)}`);
  return value;
}

/** What a link makes of the answer that it was declared for, by place. */
export function givenBy({ parameters }: Link, source: Exchange): Pick<Required<Asked>, 'params' | 'query'> {
  const given: Record<string, Record<string, string>> = { path: {}, query: {} };
  for (const [name, expression] of Object.entries(parameters)) {
    const [place = '', ...rest] = name.split('.');
    const values = given[place];
    if (values === undefined) throw new Error(`a link gives ${name}, which is no place of a request`);
    values[rest.join('.')] = evaluated(expression, source);
  }
  return { params: given['path'] ?? {}, query: given['query'] ?? {} };
}

/**
 * Asks with nothing but what is given, so that a parameter which a link leaves out is missing.
 *
 * @throws Error unless the answer is a success that the document declares, with the body that it declares
 */
export async function ask(operation: Described, asked: Asked): Promise<{ status: number; answer: unknown }> {
  const { origin, token, params = {}, query = {}, body } = asked;
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${operation.operationId} is not given ${name}`);
    return encodeURIComponent(params[name]);
  });
  const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query)}`;
  const response = await fetch(`${origin}/api${path}${search}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const refuse = (why: string): never => {
    throw new Error(
      `${operation.operationId} answered ${response.status} (${why}): ${bytes.toString('utf8', 0, 600)}`,
    );
  };
  const declared = operation.responses[response.status];
  if (!response.ok || declared === undefined) return refuse('no declared success');
  const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
  const { content } = declared;
  const { status } = response;
  if (content === undefined)
    return bytes.length === 0 ? { status, answer: undefined } : refuse('a body that is not declared');
  const media = content[type] ?? content[`${type.split('/')[0]}/*`];
  if (media === undefined) return refuse(`${type} is not declared`);
  if (media.schema === undefined) return { status, answer: bytes };
  const answer: unknown = JSON.parse(bytes.toString());
  const { error } = schemaOf(media.schema).safeParse(answer);
  return error === undefined ? { status, answer } : refuse(error.message);
}
