import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { listenLocally, portOf } from '@lacre/test-support';

interface Fault {
  method: string;
  /** Whether the service never heard of the request, or its answer is lost. */
  when: 'before' | 'after';
  path: RegExp;
}

/** A proxy before an HTTP service that fails at the places it is given, once at each. */
export class FailingLine {
  readonly #target: URL;
  readonly #server: Server;
  #fault: Fault | undefined;
  #cutAfterBytes: number | undefined;
  #altersBodies = false;
  failed = 0;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((asked, answer) => {
      this.#pass(asked, answer).catch(() => answer.destroy());
    });
  }

  static async to(target: string): Promise<FailingLine> {
    const line = new FailingLine(target);
    await listenLocally(line.#server);
    return line;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  fail(method: string, when: Fault['when'], path = /./): void {
    this.#fault = { method, when, path };
  }

  /** The next longer body of an answer to GET. */
  cutBodyAfter(bytes: number): void {
    this.#cutAfterBytes = bytes;
  }

  /** A bit of every longer body that is sent to the service, from now on. */
  alterBodies(): void {
    this.#altersBodies = true;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = '', url = '' } = asked;
    const fault = this.#fault?.method === method && this.#fault.path.test(url) ? this.#fault : undefined;
    if (fault !== undefined) this.#failNow();
    const body = await buffer(asked);
    if (fault?.when === 'before') return void answer.writeHead(503).end();
    if (this.#altersBodies && body.byteLength > 100) body[50] = (body[50] as number) ^ 1;
    const answered = await this.#forward(asked, body);
    const content = await buffer(answered);
    if (fault?.when === 'after') return void answer.destroy();
    answer.writeHead(answered.statusCode ?? 500, answered.headers);
    const cut = this.#cutAfterBytes;
    if (method === 'GET' && cut !== undefined && content.byteLength > cut) {
      this.#cutAfterBytes = undefined;
      this.#failNow();
      return void answer.write(content.subarray(0, cut), () => answer.destroy());
    }
    return void answer.end(content);
  }

  #failNow(): void {
    this.#fault = undefined;
    this.failed += 1;
  }

  /** With the headers that were signed, the host's among them. */
  #forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { hostname: host, port } = this.#target;
    return new Promise((resolve, reject) => {
      request({ host, port, method, path: url, headers, agent: false }, resolve)
        .on('error', reject)
        .end(body);
    });
  }
}
