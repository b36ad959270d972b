import type { AnswerOf } from '@lacre/contracts';

import { personApi } from '@/lib/api/person-session.ts';

import { closeCamera, openCamera, takePicture } from './camera.ts';

export type Challenge = AnswerOf<'startFaceChallenge'>;
export type Step = NonNullable<Challenge['step']>;

/** Between two pictures, at least, milliseconds. */
const PICTURE_MS = 150;

interface Watching {
  begin: () => Promise<Challenge>;
  onStep: (step: Step | undefined, advice: string | undefined) => void;
  signal: AbortSignal;
}

/**
 * Shows the camera in the element, and sends what it sees until the challenge is passed; the camera is off afterwards.
 * Rejects with a `CameraError`, or the `Problem` that ended it.
 */
export async function showFace(
  video: HTMLVideoElement,
  { begin, onStep, signal }: Watching,
): Promise<Challenge> {
  const stream = await openCamera();
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    const challenge = await begin();
    onStep(challenge.step ?? undefined, undefined);
    for (;;) {
      signal.throwIfAborted();
      const file = await takePicture(video);
      if (file !== undefined) {
        const asked = {
          params: { challengeId: challenge.challengeId },
          file,
          fileName: 'quadro.jpg',
          signal,
        };
        const answer = await personApi.call('sendFaceFrame', asked);
        if (answer.state === 'passed') return challenge;
        onStep(answer.step ?? undefined, answer.adviceText ?? undefined);
      }
      await new Promise((resolve) => setTimeout(resolve, PICTURE_MS));
    }
  } finally {
    closeCamera(stream);
  }
}
