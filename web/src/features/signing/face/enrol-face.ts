import type { AnswerOf } from '@lacre/contracts';

import { newIntent } from '@/lib/api/client.ts';
import { personApi } from '@/lib/session/person-session.ts';

import type { Challenge } from './show-face.ts';

/** Enrols the face that was shown, with the consent that was just given. Rejects with a `Problem`. */
export async function enrolFace(
  { challengeId, nonce }: Pick<Challenge, 'challengeId' | 'nonce'>,
  { termsVersion }: Pick<AnswerOf<'getFace'>['consent'], 'termsVersion'>,
): Promise<void> {
  const body = { challengeId, nonce, consent: { accepted: true, termsVersion } } as const;
  await personApi.call('enrolFace', { body, idempotencyKey: newIntent() });
}
