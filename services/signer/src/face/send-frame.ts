import { FACE_ADVICE, MAX_FACE_PHOTOS, type AnswerOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import type { FaceChallenge, ChallengeContent } from './face-challenges.ts';
import type { FaceService } from './face-service.ts';
import type { FaceActor } from './record-face.ts';
import { refuseFace } from './refuse-face.ts';
import { judgeFrame, type CountedFrame } from './rules/liveness.ts';
import { stepOf } from './start-challenge.ts';

/**
 * Judges the next picture of a challenge. What it took to judge it, or those before it, is not the person's time.
 *
 * @throws Refusal; see `sendFaceFrame`
 */
export function sendFrame(
  service: FaceService,
  by: FaceActor & { personId: string },
  challengeId: string,
  picture: Uint8Array,
): Promise<AnswerOf<'sendFaceFrame'>> {
  const receivedAt = service.signer.now();
  return service.looks.run(by.personId, () => judged(service, by, { challengeId, picture, receivedAt }));
}

async function judged(
  service: FaceService,
  by: FaceActor & { personId: string },
  { challengeId, picture, receivedAt }: { challengeId: string; picture: Uint8Array; receivedAt: Date },
): Promise<AnswerOf<'sendFaceFrame'>> {
  const { signer, challenges } = service;
  const challenge = await challenges.find(by.personId, challengeId);
  const { content, capture, status } = challenge;
  if (status === 'passed' && capture === 'live') return PASSED;
  if (content === undefined || capture !== 'live' || status !== 'open')
    throw new Refusal('FACE_CHALLENGE_NOT_FOUND');
  const look = await signer.face.look(picture);
  const waitedMs = Math.max(0, receivedAt.getTime() - content.askedAt.getTime());
  const judgement = judgeFrame(content.liveness, look, waitedMs, (one, other) =>
    signer.face.distance(one, other),
  );
  if (judgement.outcome === 'failed') {
    await challenges.advance(challenge, 'failed', undefined);
    // Of an enrolment nothing was refused: an unfinished one begins again.
    if (challenge.purpose === 'signature') await refuseFace(service, by, challenge, 'LIVENESS_FAILED');
    throw new Refusal('LIVENESS_FAILED');
  }
  const frames = await withFrame(challenge, content, judgement.counted, () => signer.face.clean(picture));
  const passed = judgement.outcome === 'passed';
  const next: ChallengeContent = { liveness: judgement.liveness, frames, askedAt: signer.now() };
  await challenges.advance(challenge, passed ? 'passed' : 'open', next);
  if (passed) return PASSED;
  const advice = judgement.advice ?? null;
  return {
    state: 'going-on',
    step: stepOf(judgement.liveness),
    counted: judgement.counted !== undefined,
    advice,
    adviceText: advice === null ? null : FACE_ADVICE[advice],
  };
}

const PASSED: AnswerOf<'sendFaceFrame'> = {
  state: 'passed',
  step: null,
  counted: true,
  advice: null,
  adviceText: null,
};

/** Photos are kept of what is enrolled, and of that alone. */
async function withFrame(
  { purpose }: FaceChallenge,
  { frames }: ChallengeContent,
  counted: CountedFrame | undefined,
  take: () => Promise<Buffer>,
): Promise<ChallengeContent['frames']> {
  if (counted === undefined) return frames;
  const photos = frames.filter(({ photo }) => photo !== undefined).length;
  const isKept = purpose === 'enrolment' && counted.frontal && photos < MAX_FACE_PHOTOS;
  return [...frames, isKept ? { ...counted, photo: await take() } : counted];
}
