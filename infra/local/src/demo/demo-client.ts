import { paths, type AnswerOf, type OperationName } from '@lacre/contracts';
import { fetch } from '@lacre/http-client';

/** What a call sends: its idempotency key and, for an operation that asks for them, the caller's token and the rest. */
export interface DemoInput {
  key: string;
  token?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Cookies that the caller kept. */
  cookies?: string;
}

/** Sends a request to an address below `/api`. */
export type Send = (address: string, request: RequestInit) => Promise<Response>;
/** Where the mails of the people of the sample account come in. */
export interface Inbox {
  /** Newest first. */
  listMessages(wanted: {
    to: string;
    search?: string;
    limit: number;
  }): Promise<readonly { readonly id: string }[]>;
  readMessage(id: string): Promise<{ readonly text: string } | undefined>;
}

/** A call was refused. */
export class DemoRefused extends Error {
  override name = 'DemoRefused';
  readonly status: number;

  constructor(name: OperationName, status: number, answer: string) {
    super(`the demo's ${name} failed: ${status} ${answer}`);
    this.status = status;
  }
}

const PATIENCE_MS = 20_000;
const PAUSE_MS = 50;
/** All people of the sample data sign from here. */
const DEVICE_ID = 'demonstracao-local';
/** As the browser of a phone names itself, since the timeline says from which one they acted. */
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36';

export const overHttp =
  (origin: string): Send =>
  (address, request) =>
    fetch(`${origin}/api${address}`, request);

/** The API and the mailbox of an installation, as integrators and addressees use them. */
export class DemoClient {
  readonly #send: Send;
  readonly #inbox: Inbox;

  constructor(send: Send, inbox: Inbox) {
    this.#send = send;
    this.#inbox = inbox;
  }

  /** @throws DemoRefused */
  async call<Name extends OperationName>(name: Name, input: DemoInput): Promise<AnswerOf<Name>> {
    return (await this.callAndKeep(name, input)).answer;
  }

  /** With the cookies that the answer asks to keep. @throws DemoRefused */
  async callAndKeep<Name extends OperationName>(
    name: Name,
    { key, token, params, query, body, cookies }: DemoInput,
  ): Promise<{ answer: AnswerOf<Name>; cookies: string }> {
    const { method, path } = paths[name];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, field: string) =>
      encodeURIComponent(params?.[field] ?? ''),
    );
    const isForm = body instanceof FormData;
    const response = await this.#send(`${filled}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: {
        'client-device-id': DEVICE_ID,
        'user-agent': USER_AGENT,
        ...(method === 'GET' ? {} : { 'idempotency-key': key }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookies === undefined || cookies === '' ? {} : { cookie: cookies }),
        ...(isForm || body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new DemoRefused(name, response.status, await response.text());
    const answer = (response.status === 204 ? undefined : await response.json()) as AnswerOf<Name>;
    const kept = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
    return { answer, cookies: kept.join('; ') };
  }

  /** Ids of the messages of an address so far. */
  async messagesOf(to: string): Promise<ReadonlySet<string>> {
    return new Set((await this.#inbox.listMessages({ to, limit: 200 })).map(({ id }) => id));
  }

  /**
   * The first group of `pattern` in the text of the latest message to that address which has it.
   *
   * @param known messages that do not count
   */
  async mailed(to: string, search: string, pattern: RegExp, known: ReadonlySet<string>): Promise<string> {
    return this.eventually(`"${search}" to ${to}`, async () => {
      const entries = await this.#inbox.listMessages({ to, search, limit: 50 });
      for (const { id } of entries.filter((entry) => !known.has(entry.id))) {
        const found = pattern.exec((await this.#inbox.readMessage(id))?.text ?? '')?.[1];
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }

  /** What the probe answers, once it is something: read models follow the log. */
  async eventually<Value>(what: string, probe: () => Promise<Value | undefined>): Promise<Value> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const value = await probe();
      if (value !== undefined) return value;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`the demo waited in vain for ${what}`);
  }
}
