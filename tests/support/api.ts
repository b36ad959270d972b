import { randomInt, randomUUID } from 'node:crypto';

import { paths, type AnswerOf, type OperationName } from '@lacre/contracts';

export interface Problem {
  status: number;
  code: string;
  title: string;
  detail?: string;
  errors?: { field: string; message: string }[];
}

export class ApiError extends Error {
  readonly problem: Problem;
  constructor(operation: string, problem: Problem) {
    super(`${operation}: ${problem.status} ${problem.code} ${problem.detail ?? ''}`);
    this.problem = problem;
  }
}

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  idempotencyKey?: string;
  headers?: Record<string, string>;
}

/** The API as an integrator calls it: over HTTP, by the contracts' table. */
export class Api {
  readonly origin: string;
  readonly token: string | undefined;
  /** The device that this caller uses. */
  readonly deviceId = randomUUID();
  /** Where this caller says to be: believed by a platform that trusts a proxy, and by no other. */
  readonly #address = `10.${randomInt(250)}.${randomInt(250)}.${randomInt(250)}`;

  constructor(origin: string, token?: string) {
    this.origin = origin;
    this.token = token;
  }

  as(token: string): Api {
    return new Api(this.origin, token);
  }

  async send(name: OperationName, input: Input = {}): Promise<Response> {
    const { method, path } = paths[name];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, key: string) =>
      encodeURIComponent(input.params?.[key] ?? ''),
    );
    const url = new URL(`/api${filled}`, this.origin);
    for (const [key, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) url.searchParams.set(key, String(value));
    }
    const form = input.body instanceof FormData;
    return fetch(url, {
      method,
      headers: {
        'client-device-id': this.deviceId,
        'x-forwarded-for': this.#address,
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(input.body === undefined || form ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'idempotency-key': input.idempotencyKey ?? randomUUID() }),
        ...input.headers,
      },
      ...(input.body === undefined
        ? {}
        : { body: form ? (input.body as FormData) : JSON.stringify(input.body) }),
    });
  }

  /** The answer's body; throws `ApiError` with the problem of a refusal. */
  async call<Name extends OperationName>(name: Name, input: Input = {}): Promise<AnswerOf<Name>> {
    const response = await this.send(name, input);
    if (!response.ok) throw new ApiError(name, (await response.json()) as Problem);
    return (response.status === 204 ? undefined : await response.json()) as AnswerOf<Name>;
  }

  /** The code of the refusal; fails when the call goes through. */
  async refused(name: OperationName, input: Input = {}): Promise<string> {
    const response = await this.send(name, input);
    if (response.ok) throw new Error(`${name} went through`);
    return ((await response.json()) as Problem).code;
  }

  upload(
    bytes: Uint8Array,
    fileName: string,
    operation: 'uploadDocument' | 'validateDocument' = 'uploadDocument',
  ) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), fileName);
    return this.send(operation, { body: form });
  }

  async bytes(
    name: 'readDocument' | 'downloadSealed' | 'downloadPartialCopy' | 'downloadArchive',
    params: Record<string, string>,
  ): Promise<Uint8Array> {
    const response = await this.send(name, { params });
    if (!response.ok) throw new ApiError(name, (await response.json()) as Problem);
    return new Uint8Array(await response.arrayBuffer());
  }
}
