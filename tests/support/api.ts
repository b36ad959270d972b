import { randomInt, randomUUID } from 'node:crypto';

import { createClient, type AnswerOf, type Client, type FileGiver, type OperationName } from '@lacre/client';

export interface Problem {
  status: number;
  code: string;
  title: string;
  detail?: string;
  errors?: { field: string; message: string }[];
  /** Of SECOND_FACTOR_REQUIRED. */
  secondFactor?: { challenge: string };
}

export class ApiError extends Error {
  readonly problem: Problem;
  constructor(operation: string, problem: Problem) {
    super(`${operation}: ${problem.status} ${problem.code} ${problem.detail ?? ''}`);
    this.problem = problem;
  }
}

/** What a test sends, right or wrong: the contracts are asked by the server. */
interface Input {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** Sent as the multipart field `file`, after the fields. */
  file?: Blob;
  fileName?: string;
  fields?: Record<string, string>;
  idempotencyKey?: string;
  headers?: Record<string, string>;
  /** Instead of the client's own. */
  timeoutMs?: number;
}

/** The API as an integrator calls it, by the client package: each request once, and refusals as they are. */
export class Api {
  readonly origin: string;
  readonly token: string | undefined;
  /** The device that this caller uses. */
  readonly deviceId = randomUUID();
  /** Where this caller says to be: believed by a platform that trusts a proxy, and by no other. */
  readonly #address = `10.${randomInt(250)}.${randomInt(250)}.${randomInt(250)}`;
  readonly client: Client;

  constructor(origin: string, token?: string) {
    this.origin = origin;
    this.token = token;
    this.client = createClient({
      origin,
      headers: { 'client-device-id': this.deviceId, 'x-forwarded-for': this.#address },
      retry: { attempts: 1 },
      ...(token === undefined ? {} : { token }),
    });
  }

  as(token: string): Api {
    return new Api(this.origin, token);
  }

  async send(name: OperationName, input: Input = {}): Promise<Response> {
    const send = this.client.send as (name: OperationName, input: Input) => Promise<Response>;
    return send(name, input);
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
    const file = new Blob([new Uint8Array(bytes)], { type: 'application/pdf' });
    return this.client.send(operation, { file, fileName });
  }

  async bytes(name: FileGiver, params: Record<string, string>): Promise<Uint8Array> {
    const response = await this.send(name, { params });
    if (!response.ok) throw new ApiError(name, (await response.json()) as Problem);
    return new Uint8Array(await response.arrayBuffer());
  }
}
