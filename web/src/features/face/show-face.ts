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
  const attention = new Attention();
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    await video.play();
    let challenge = await begin();
    onStep(challenge.step ?? undefined, undefined);
    for (;;) {
      signal.throwIfAborted();
      if (isLost(stream)) throw new CameraError('lost');
      if (attention.wasLost) {
        await attention.back(signal);
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
    attention.close();
    closeCamera(stream);
  }
}

/** Whether the page is before somebody's eyes, and was all the time: also while a picture was on its way. */
class Attention {
  readonly #closed = new AbortController();
  wasLost = document.hidden;

  constructor() {
    const look = () => (this.wasLost ||= document.hidden);
    document.addEventListener('visibilitychange', look, { signal: this.#closed.signal });
  }

  /** Waits until they are back; from then on it counts anew. @throws the signal's reason */
  async back(signal: AbortSignal): Promise<void> {
    while (document.hidden) {
      const waiting = new AbortController();
      await Promise.race([
        next(document, 'visibilitychange', waiting.signal),
        next(signal, 'abort', waiting.signal),
      ]);
      waiting.abort();
      signal.throwIfAborted();
    }
    this.wasLost = false;
  }

  close(): void {
    this.#closed.abort();
  }
}

const next = (target: EventTarget, type: string, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => target.addEventListener(type, resolve, { once: true, signal }));
