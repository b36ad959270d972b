import type { AnswerOf, shapes } from '@lacre/contracts';
import type { z } from 'zod';

import type { Harness, Reply } from './harness.ts';

type Problem = Partial<
  Pick<z.output<typeof shapes.problem>, 'secondFactor' | 'sentCode' | 'errors' | 'detail'>
>;
export type SignInReply = Reply<AnswerOf<'signIn'> & Problem>;

/** A caller with a browser of their own, which keeps the cookies that it is given. */
export class Visitor {
  readonly harness: Harness;
  readonly from: string;
  readonly cookies = new Map<string, string>();
  token: string | undefined;

  constructor(harness: Harness, from = '127.0.0.1') {
    this.harness = harness;
    this.from = from;
  }

  async send<Answer = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: unknown,
  ): Promise<Reply<Answer & Problem>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await this.harness.send<Answer & Problem>(method, url, body, {
      token: this.token,
      from: this.from,
      headers: cookie === '' ? {} : { cookie },
    });
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) this.#keep(String(line));
    return reply;
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split('=', 2);
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** Any way of coming in: the token is kept when it opens a session. */
  async enter(url: string, body?: unknown): Promise<SignInReply> {
    const reply = await this.send<AnswerOf<'signIn'>>('POST', url, body);
    if (reply.status === 200) this.token = reply.body.token;
    return reply;
  }

  signIn({ email, password }: { email: string; password: string }): Promise<SignInReply> {
    return this.enter('/session', { email, password });
  }
}
