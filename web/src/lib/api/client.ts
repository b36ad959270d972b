import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@lacre/contracts';
import { paths, type OperationName } from '@lacre/contracts/paths';

import { randomId } from '../random-id.ts';
import { asProblem, isAbort, Problem, problemFromAnswer } from './problem.ts';

/** Longest wait for an answer that is not a file, milliseconds. */
const TIMEOUT_MS = 30_000;

type Part<Key extends string, Value> = [Value] extends [never] ? unknown : Record<Key, Value>;
type OptionalPart<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : Partial<Record<Key, Value>>;

/** What an operation is called with: its path parameters and body as the contracts say. */
export type CallOptions<Name extends OperationName> = Part<'params', ParamsOf<Name>> &
  Part<'body', BodyOf<Name>> &
  OptionalPart<'query', QueryOf<Name>> & {
    signal?: AbortSignal | undefined;
    /** One per intention of the user, the same for every retry of it: the server acts on it once. */
    idempotencyKey?: string;
    headers?: Record<string, string>;
  };

interface LooseOptions {
  params?: Record<string, string>;
  body?: unknown;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

/** Whose authority the calls carry. */
export interface Credentials {
  /** A token good for now, fetched or refreshed if need be; undefined when nobody is signed in. */
  token: () => Promise<string | undefined>;
  /** The server refused the token: get another. False when there is none to be had. */
  renew: (refused: string) => Promise<boolean>;
}

export interface ApiClient {
  /** Calls an operation of the contracts. Throws a `Problem`, or an `AbortError` when given up. */
  call: <Name extends OperationName>(
    name: Name,
    ...options: object extends CallOptions<Name> ? [CallOptions<Name>?] : [CallOptions<Name>]
  ) => Promise<AnswerOf<Name>>;
  /** The `Authorization` header of this moment, for what fetches by itself (pdf.js, uploads). */
  authorization: () => Promise<Record<string, string>>;
  /** Gets another token in place of a refused one; false when there is none to be had. */
  renew: () => Promise<boolean>;
  /** Takes over the position of a command sent by another client. */
  rememberPosition: (position: string) => void;
  /** Forgets the last position seen: another person may be signing in. */
  forgetPosition: () => void;
}

/** Queries whose answer waits for the client's own last command (`min-position`). */
const READS_OWN_WRITES: ReadonlySet<OperationName> = new Set([
  'currentUser',
  'tenantCredits',
  'creditStatement',
  'tenantSettings',
  'tenantEvents',
  'listUsers',
  'companyUsers',
  'listTokens',
  'listDomains',
  'listTags',
  'listWebhooks',
  'getWebhook',
  'listWebhookDeliveries',
  'listCompanies',
  'getCompany',
  'listPersons',
  'getPerson',
  'listProcesses',
  'getProcess',
  'dashboard',
  'listSignatures',
  'listDownloads',
  'getDownload',
]);

/** The address of an operation, with its path parameters filled in. */
export function pathOf(name: OperationName, params: Readonly<Record<string, string>> = {}): string {
  const path = paths[name].path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  return `/api${path}`;
}

function addressOf(name: OperationName, options: LooseOptions, position: string | undefined): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  if (position !== undefined && READS_OWN_WRITES.has(name)) search.set('min-position', position);
  const text = search.toString();
  return pathOf(name, options.params) + (text === '' ? '' : `?${text}`);
}

/**
 * A client of the API for one kind of caller. It remembers the position of the last command it sent, so that what
 * it reads next has seen it; a refused token is renewed once and the request sent again, with the same key.
 */
export function createApiClient(
  credentials: Credentials,
  fetcher: typeof fetch = (...input) => fetch(...input),
): ApiClient {
  let position: string | undefined;

  async function authorization(): Promise<Record<string, string>> {
    const token = await credentials.token();
    return token === undefined ? {} : { authorization: `Bearer ${token}` };
  }

  async function send(name: OperationName, options: LooseOptions): Promise<Response> {
    const { method } = paths[name];
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const request: RequestInit = {
      method,
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
      headers: {
        accept: 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' || options.idempotencyKey === undefined
          ? {}
          : { 'idempotency-key': options.idempotencyKey }),
        ...options.headers,
        ...(await authorization()),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    };
    return fetcher(addressOf(name, options, position), request);
  }

  async function renew(): Promise<boolean> {
    const refused = await credentials.token();
    return refused !== undefined && credentials.renew(refused);
  }

  async function call(name: OperationName, given: LooseOptions = {}): Promise<unknown> {
    const options = paths[name].method === 'GET' ? given : { idempotencyKey: newIntent(), ...given };
    try {
      let answer = await send(name, options);
      if (answer.status === 401 && (await renew())) answer = await send(name, options);
      const text = await answer.text();
      if (!answer.ok) throw problemFromAnswer(answer.status, text, answer.headers.get('retry-after'));
      const value: unknown = text === '' ? undefined : parseAnswer(text);
      position = positionOf(value) ?? position;
      return value;
    } catch (error) {
      throw isAbort(error) ? error : asProblem(error);
    }
  }

  return {
    call: call as ApiClient['call'],
    authorization,
    renew,
    rememberPosition: (seen) => {
      position = seen;
    },
    forgetPosition: () => {
      position = undefined;
    },
  };
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem('UNKNOWN', { cause: error });
  }
}

function positionOf(value: unknown): string | undefined {
  const position = (value as { position?: unknown } | undefined)?.position;
  return typeof position === 'string' ? position : undefined;
}

/** A new idempotency key: make one when the user means something new, keep it while retrying. */
export function newIntent(): string {
  return randomId();
}
