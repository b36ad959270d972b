import type { AnswerOf } from '@lacre/contracts';

import { personApi } from '@/lib/api/person-session.ts';

import { CameraError, closeCamera, isLost, openCamera, takePicture } from './camera.ts';

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
 * Whoever looks at something else meanwhile begins another challenge when they come back: the time for a step goes on.
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
    let challenge = await begin();
    onStep(challenge.step ?? undefined, undefined);
    for (;;) {
      signal.throwIfAborted();
      if (isLost(stream)) throw new CameraError('lost');
      if (document.hidden) {
        await shown(signal);
        challenge = await begin();
        onStep(challenge.step ?? undefined, undefined);
        continue;
      }
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

/** Until the page is before somebody's eyes again. */
const shown = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const ended = new AbortController();
    const over = { signal: ended.signal };
    const changed = () => {
      if (document.hidden) return;
      ended.abort();
      resolve();
    };
    const aborted = () => {
      ended.abort();
      reject(signal.reason as Error);
    };
    document.addEventListener('visibilitychange', changed, over);
    signal.addEventListener('abort', aborted, over);
  });
