import { setTimeout as pause } from 'node:timers/promises';

import { Refusal } from '@lacre/http';
import { fetch, readAtMost } from '@lacre/http-client';
import type { Logger } from 'pino';
import { z } from 'zod';

import type { FaceComparison } from './face-comparison.ts';

export interface HttpComparisonOptions {
  /** Where pictures are posted to: the whole address. */
  url: string;
  /** Sent as a bearer token. */
  token?: string | undefined;
  logger: Logger;
  /** For one try, milliseconds. Default 10,000. */
  timeoutMs?: number;
  /** Tries after the first, of what may pass by itself. Default 2. */
  retries?: number;
  /** Before the first retry, milliseconds; twice as long before each further one. Default 500. */
  backoffMs?: number;
}

const MAX_ANSWER_BYTES = 64 * 1024;

/** What an identity check of the Datavalid family answers: whether it knows the CPF and a face of it, and how alike. */
const answerShape = z.object({
  cpf_disponivel: z.boolean().optional(),
  biometria_face: z
    .object({ disponivel: z.boolean(), similaridade: z.number().min(0).max(1).optional() })
    .optional(),
});

type Outcome = { similarity: number } | 'unknown' | 'again' | 'broken';

/**
 * An identity check over HTTP, in the shape of Serpro's Datavalid: CPF and picture there, similarity back. Repeated where
 * the network or the service fails, never where it answers; the picture and the CPF leave in the body alone.
 */
export function httpComparison(options: HttpComparisonOptions): FaceComparison {
  const { url, logger, retries = 2, backoffMs = 500 } = options;
  const source = new URL(url).host;
  return {
    source,
    async compare({ cpf }, [{ photo }]) {
      const body = JSON.stringify({
        key: { cpf },
        answer: { biometria_face: { formato: 'JPG', base64: photo.toString('base64') } },
      });
      for (let tried = 0; ; tried++) {
        const outcome = await asked(options, body);
        if (typeof outcome === 'object') return { ...outcome, distance: undefined };
        if (outcome === 'unknown') throw new Refusal('FACE_REGISTER_UNKNOWN');
        if (outcome === 'broken' || tried >= retries) {
          logger.error({ source, tries: tried + 1 }, 'the identity check did not compare a face');
          throw new Refusal('FACE_SERVICE_ERROR', { retryAfterSeconds: 30 });
        }
        await pause(backoffMs * 2 ** tried);
      }
    },
  };
}

/** One request. What is logged of it is its status alone: bodies hold a picture, or a person. */
async function asked(
  { url, token, logger, timeoutMs = 10_000 }: HttpComparisonOptions,
  body: string,
): Promise<Outcome> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...authorization },
      body,
      // A redirect would carry the picture to an address that is not configured.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answered = await readAtMost(response, MAX_ANSWER_BYTES);
    if (answered === undefined) throw new RangeError('the answer is too large');
    if (response.ok) return read(answered.toString());
    logger.warn({ status: response.status }, 'the identity check answered with an error');
    // 404 and 422: the register has no such CPF, or no face of it (Datavalid, DV040).
    if (response.status === 404 || response.status === 422) return 'unknown';
    return response.status >= 500 || response.status === 429 ? 'again' : 'broken';
  } catch (error) {
    // The name alone: messages of the network name the address, which may hold a key.
    logger.warn({ fault: (error as Error).name }, 'the identity check cannot be reached');
    return 'again';
  }
}

function read(text: string): Outcome {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return 'broken';
  }
  const answer = answerShape.safeParse(json);
  if (!answer.success) return 'broken';
  const { cpf_disponivel: isKnown = true, biometria_face: face } = answer.data;
  if (!isKnown || face?.disponivel === false) return 'unknown';
  if (face?.similaridade === undefined) return 'broken';
  return { similarity: Math.round(face.similaridade * 1000) / 10 };
}
