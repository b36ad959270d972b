import { createServer, type IncomingMessage } from 'node:http';

import { listenLocally } from '@lacre/test-support';

import type { FaceEngine } from '../../face/engine/face-engine.ts';
import { distanceFrom, similarityOf } from '../../face/rules/similarity.ts';

/** What the stand-in does with a request: answer, or misbehave. */
export type Behaviour = 'answer' | 'fail' | 'hang' | 'refuse' | 'garble' | 'redirect' | 'flood';

interface Asked {
  key: { cpf: string };
  answer: { biometria_face: { formato: string; base64: string } };
}

/**
 * An identity check that really listens and really compares: it looks at the picture it is sent with an engine of its
 * own. Answers in the shape of Datavalid.
 */
export class IdentityCheck {
  readonly requests: { authorization: string | undefined; cpf: string }[] = [];
  /** Of the next requests, one each; then it answers. */
  next: Behaviour[] = [];
  readonly #server;
  readonly #engine: FaceEngine;
  readonly #register: ReadonlyMap<string, readonly Float32Array[]>;

  constructor(engine: FaceEngine, register: ReadonlyMap<string, readonly Float32Array[]>) {
    this.#engine = engine;
    this.#register = register;
    this.#server = createServer((request, response) => {
      void this.#answer(request).then(({ status, body, location }) => {
        if (status === 0) return undefined;
        const headers = location === undefined ? {} : { location };
        return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      });
    });
  }

  async listen(): Promise<string> {
    return `http://127.0.0.1:${await listenLocally(this.#server)}/validate/pf-facial`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: string; location?: string }> {
    const { key, answer } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Asked;
    this.requests.push({ authorization: request.headers.authorization, cpf: key.cpf });
    const behaviour = this.next.shift() ?? 'answer';
    if (behaviour === 'hang') return { status: 0, body: '' };
    if (behaviour === 'fail') return { status: 503, body: '{}' };
    if (behaviour === 'refuse') return { status: 401, body: '{"message":"token"}' };
    if (behaviour === 'garble') return { status: 200, body: '<html>' };
    if (behaviour === 'redirect') return { status: 307, body: '', location: request.url ?? '/' };
    if (behaviour === 'flood') return { status: 200, body: `"${'a'.repeat(100_000)}"` };
    const known = this.#register.get(key.cpf);
    if (known === undefined) return { status: 422, body: '{"code":"DV040"}' };
    const { main } = await this.#engine.look(Buffer.from(answer.biometria_face.base64, 'base64'));
    const distance = main === undefined ? 2 : distanceFrom(this.#engine, [main.template], known);
    const face = { disponivel: true, probabilidade: 'Alta', similaridade: similarityOf(distance) / 100 };
    return { status: 200, body: JSON.stringify({ cpf_disponivel: true, biometria_face: face }) };
  }
}
