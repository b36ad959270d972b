import { randomUUID } from 'node:crypto';

import type { AnswerOf } from '@lacre/contracts';

import type { Harness, TestPerson } from './harness.ts';

type Opened = AnswerOf<'openSigningSession'> & {
  sentCode?: AnswerOf<'requestSigningCode'>;
  title?: string;
};

/** A browser of a person: its own device id, and the cookies that it is given. */
export class SigningBrowser {
  readonly id = randomUUID();
  cookie: string | undefined;
  readonly #harness: Harness;

  constructor(harness: Harness) {
    this.#harness = harness;
  }

  async open(body: object, headers: Record<string, string> = {}) {
    const reply = await this.#harness.send<Opened>('POST', '/signature/session', body, {
      headers: {
        'client-device-id': this.id,
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...headers,
      },
    });
    const set = reply.headers['set-cookie'];
    if (set !== undefined) this.cookie = String(set).split(';')[0];
    return reply;
  }

  /** Comes in by the code that is sent. */
  async confirm(who: object, more: object = {}) {
    await this.open({ ...who, ...more });
    return this.open({ ...who, ...more, code: this.#harness.lastCode() });
  }
}

/** Who comes in by the link of a process. */
export const link = (processId: string, { personId, cpf }: TestPerson) => ({ processId, personId, cpf });
