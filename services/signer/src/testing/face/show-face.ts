import type { AnswerOf } from '@lacre/contracts';

import { multipartFile, type TestSigner } from '../test-signer.ts';
import { portrait, posed, type Portrait, type SamplePerson } from './face-pictures.ts';

export interface Reply<Answer> {
  status: number;
  body: Answer & { code?: string; detail?: string };
}

/** A person before the camera, by the API. */
export class FaceCaller {
  readonly #test: TestSigner;
  readonly #authorization: string;
  #shade = 0;

  constructor(test: TestSigner, authorization: string) {
    this.#test = test;
    this.#authorization = authorization;
  }

  async send<Answer = object>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Reply<Answer>> {
    const reply = await this.#test.app.inject({
      method,
      url: `/api${url}`,
      headers: { authorization: this.#authorization, ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: reply.statusCode, body: reply.json() };
  }

  start(
    purpose: 'enrolment' | 'signature',
    signatureIds: readonly string[],
    capture: 'live' | 'file' = 'live',
  ): Promise<Reply<AnswerOf<'startFaceChallenge'>>> {
    return this.send('POST', '/signature/face/challenge', { purpose, signatureIds, capture });
  }

  async picture<Answer>(challengeId: string, as: 'frame' | 'photo', picture: Buffer): Promise<Reply<Answer>> {
    const file = multipartFile(picture, { name: 'rosto.jpg', type: 'image/jpeg' });
    const reply = await this.#test.app.inject({
      method: 'POST',
      url: `/api/signature/face/challenge/${challengeId}/${as}`,
      headers: { authorization: this.#authorization, ...file.headers },
      payload: file.payload,
    });
    return { status: reply.statusCode, body: reply.json() };
  }

  /** A frame as a camera gives it: never twice the same. */
  async frame(challengeId: string, of: SamplePerson, how: Portrait = {}) {
    const shade = (this.#shade += 1) % 12;
    const picture = await portrait(of, { shade, ...how });
    return this.picture<AnswerOf<'sendFaceFrame'>>(challengeId, 'frame', picture);
  }

  /** Does what is asked, step by step. */
  async pass(
    started: AnswerOf<'startFaceChallenge'>,
    of: SamplePerson,
    how: Portrait = {},
  ): Promise<Reply<AnswerOf<'sendFaceFrame'>>> {
    let { step } = started;
    for (let frames = 0; frames < 20; frames++) {
      const reply = await this.frame(started.challengeId, of, {
        ...how,
        ...posed(of, step?.pose ?? 'centre'),
      });
      if (reply.status !== 200 || reply.body.state === 'passed') return reply;
      ({ step } = reply.body);
    }
    throw new Error('the challenge does not end');
  }
}
