import type { AnswerOf } from '@lacre/contracts';
import { paths, type OperationName } from '@lacre/contracts/paths';

import { addressOf, pathOf } from './address.ts';
import type { CallArguments, FileGiver, LooseOptions } from './call-options.ts';
import { isRepeatable, readsOwnWrites } from './operation-kinds.ts';
import { asProblem, isAbort, Problem, problemFromAnswer } from './problem.ts';
import { randomId } from './random-id.ts';
import { DEFAULT_RETRY, isNotNow, pause, pauseAfter, retryAfterOf, type RetryPolicy } from './retry.ts';
import { newTraceId, traceparentOf } from './trace.ts';

/** Longest wait for an answer that is not a file, milliseconds. */
const TIMEOUT_MS = 30_000;
/** The same when a file of up to 32 MB goes or comes, over a slow line, milliseconds. */
const FILE_TIMEOUT_MS = 300_000;

/** Whose authority the calls carry. */
export interface Credentials {
  /** A token good for now, fetched or refreshed if need be; undefined when no user is signed in. */
  token: () => Promise<string | undefined>;
  /** The server refused the token: get another. False when there is none to be had. */
  renew: (refused: string) => Promise<boolean>;
}

export interface ClientOptions {
  /** Where the platform stands, as in `https://lacre.exemplo.com.br`. Without it, the page's own origin. */
  origin?: string | undefined;
  /** An API token, or that of a session. For tokens that end and are renewed, `credentials`. */
  token?: string | undefined;
  credentials?: Credentials;
  /** Sent with every request, as `client-device-id` or the location headers. */
  headers?: Readonly<Record<string, string>>;
  retry?: Partial<RetryPolicy>;
  /** What sends the requests; the platform's own `fetch` unless given. */
  fetch?: typeof fetch;
}

export interface Client {
  /**
   * Calls an operation of the contracts and gives its answer. Repeats it, under the same key, when the server cannot be
   * reached or says "not now" (429, 503); never what would act twice.
   * @throws Problem, an `AbortError` when given up, or a `RangeError` when there is no such operation, or its path
   * lacks a parameter
   */
  call: <Name extends OperationName>(name: Name, ...options: CallArguments<Name>) => Promise<AnswerOf<Name>>;
  /** As `call`, for what answers with bytes: the answer's body has not been read yet. @throws Problem */
  download: <Name extends FileGiver>(name: Name, ...options: CallArguments<Name>) => Promise<Response>;
  /** As `call`, giving the answer as it came, refusals too. @throws Problem when there was none */
  send: <Name extends OperationName>(name: Name, ...options: CallArguments<Name>) => Promise<Response>;
  /** The `Authorization` header of this moment, for what fetches by itself (pdf.js, XMLHttpRequest). */
  authorization: () => Promise<Record<string, string>>;
  /** Sends what is fetched otherwise, with that header; once more with another token when this one is refused. */
  withAuthority: (request: (authorization: Record<string, string>) => Promise<Response>) => Promise<Response>;
  /** Takes over the position of a command that another client sent. */
  rememberPosition: (position: string) => void;
  /** Forgets the last position seen: another person may be signing in. */
  forgetPosition: () => void;
}

/**
 * A client of the API for one kind of caller. It remembers the position of the last command it sent, so that what
 * it reads next has seen it; a refused token is renewed once and the request sent again, with the same key.
 */
export function createClient(options: ClientOptions = {}): Client {
  const credentials = options.credentials ?? fixedToken(options.token);
  const fetcher = options.fetch ?? ((...input) => fetch(...input));
  const policy = { ...DEFAULT_RETRY, ...options.retry };
  let position: string | undefined;

  async function authorization(): Promise<Record<string, string>> {
    return bearing(await credentials.token());
  }

  /** One request, and once more with another token when this one is refused: the one that it was sent with. */
  async function withAuthority(
    request: (authorization: Record<string, string>) => Promise<Response>,
  ): Promise<Response> {
    const token = await credentials.token();
    const answer = await request(bearing(token));
    if (token === undefined || answer.status !== 401 || !(await refusesToken(answer))) return answer;
    if (!(await credentials.renew(token))) return answer;
    await answer.body?.cancel();
    return request(await authorization());
  }

  async function attempt(
    name: OperationName,
    asked: LooseOptions & { traceId: string },
    authority: Record<string, string>,
  ): Promise<Response> {
    const { method } = paths[name];
    const body = asked.file === undefined ? jsonOf(asked.body) : formOf(asked.file, asked);
    const usualMs = asked.file === undefined ? TIMEOUT_MS : FILE_TIMEOUT_MS;
    const timeout = AbortSignal.timeout(asked.timeoutMs ?? usualMs);
    const headers = {
      accept: 'application/json',
      traceparent: traceparentOf(asked.traceId),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(method === 'GET' || asked.idempotencyKey === undefined
        ? {}
        : { 'idempotency-key': asked.idempotencyKey }),
      ...options.headers,
      ...asked.headers,
      ...authority,
    };
    return fetcher(
      addressOf(options.origin ?? '', name, asked, readsOwnWrites(name) ? position : undefined),
      {
        method,
        headers,
        signal: asked.signal === undefined ? timeout : AbortSignal.any([asked.signal, timeout]),
        ...(body === undefined ? {} : { body }),
      },
    );
  }

  const mayRepeat = (name: OperationName): boolean =>
    isRepeatable(name) && (policy.of === 'everything' || paths[name].method !== 'GET');

  async function ask(
    name: OperationName,
    asked: LooseOptions & { traceId: string },
  ): Promise<Response | Problem> {
    try {
      return await withAuthority((authority) => attempt(name, asked, authority));
    } catch (error) {
      if (isAbort(error)) throw error;
      return asProblem(error);
    }
  }

  async function send(name: OperationName, given: LooseOptions = {}): Promise<Response> {
    assertAddressed(name, given.params);
    // One key for the whole call: what was done although its answer was lost is answered, and not done again.
    const asked = { ...given, idempotencyKey: given.idempotencyKey ?? randomId(), traceId: newTraceId() };
    const beganAt = Date.now();
    for (let failed = 1; ; failed++) {
      const answer = await ask(name, asked);
      const pauseMs =
        mayRepeat(name) && isForLater(answer)
          ? pauseAfter(failed, Date.now() - beganAt, policy, waitWanted(answer))
          : undefined;
      if (answer instanceof Problem) {
        if (pauseMs === undefined) throw answer;
      } else {
        if (pauseMs === undefined) return answer;
        await answer.body?.cancel();
      }
      await pause(pauseMs, asked.signal);
    }
  }

  async function accepted(name: OperationName, given?: LooseOptions): Promise<Response> {
    const answer = await send(name, given);
    if (answer.ok) return answer;
    throw problemFromAnswer(answer.status, await answer.text(), answer.headers.get('retry-after'));
  }

  async function call(name: OperationName, given?: LooseOptions): Promise<unknown> {
    assertAddressed(name, given?.params);
    try {
      const text = await (await accepted(name, given)).text();
      const value: unknown = text === '' ? undefined : parseAnswer(text);
      if (paths[name].method !== 'GET') position = positionOf(value) ?? position;
      return value;
    } catch (error) {
      throw isAbort(error) ? error : asProblem(error);
    }
  }

  return {
    call: call as Client['call'],
    download: ((name, given) =>
      accepted(name, { timeoutMs: FILE_TIMEOUT_MS, ...given })) as Client['download'],
    send,
    authorization,
    withAuthority,
    rememberPosition: (seen) => {
      position = seen;
    },
    forgetPosition: () => {
      position = undefined;
    },
  };
}

/**
 * Callers without types misspell or leave out; it would pass for a connection that was lost, which is a `TypeError`
 * too.
 *
 * @throws RangeError
 */
function assertAddressed(name: OperationName, params: LooseOptions['params']): void {
  if (!Object.hasOwn(paths, name)) throw new RangeError(`there is no operation ${name}`);
  pathOf(name, params);
}

const bearing = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

const fixedToken = (token: string | undefined): Credentials => ({
  token: async () => token,
  renew: async () => false,
});

const jsonOf = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body));

/** A form with the file last: a server that reads as it comes has the fields by then. */
function formOf(file: Blob, { fileName, fields = {} }: LooseOptions): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const name = fileName ?? (file instanceof File ? file.name : 'arquivo');
  form.append('file', file, name);
  return form;
}

/** A 401 may also refuse a code or a password: another token would change nothing, and this one is good. */
async function refusesToken(answer: Response): Promise<boolean> {
  const { code } = problemFromAnswer(401, await answer.clone().text(), null);
  return code.startsWith('AUTH_TOKEN_') || code === 'AUTH_NO_TOKEN_PROVIDED';
}

const isForLater = (answer: Response | Problem): boolean =>
  answer instanceof Problem ? answer.isLost : isNotNow(answer);

const waitWanted = (answer: Response | Problem): number | undefined =>
  answer instanceof Problem ? undefined : retryAfterOf(answer.headers.get('retry-after'));

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

/** A new idempotency key: make one when something new is meant, keep it while repeating. */
export function newIntent(): string {
  return randomId();
}
