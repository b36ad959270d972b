import type { AnswerOf } from '@lacre/contracts';

import { personApi } from '@/lib/api/person-session.ts';

import { CameraError, closeCamera, isLost, openCamera, takePicture } from './camera.ts';

export type Challenge = AnswerOf<'startFaceChallenge'>;
export type Step = NonNullable<Challenge['step']>;

/** Between two pictures, at least, milliseconds. */
const PICTURE_MS = 150;
/** A camera that gives no picture for so long gives none, milliseconds: slow ones take seconds for the first. */
const DARK_MS = 10_000;

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
    await played(video);
    let challenge = await begin();
    onStep(challenge.step ?? undefined, undefined);
    let seenAt = performance.now();
    for (;;) {
      signal.throwIfAborted();
      if (isLost(stream)) throw new CameraError('lost');
      if (attention.wasLost) {
        await attention.back(signal);
        challenge = await begin();
        onStep(challenge.step ?? undefined, undefined);
        seenAt = performance.now();
        continue;
      }
      const file = await takePicture(video);
      if (file === undefined) {
        if (performance.now() - seenAt > DARK_MS) throw new CameraError('lost');
      } else {
        const asked = {
          params: { challengeId: challenge.challengeId },
          file,
          fileName: 'quadro.jpg',
          signal,
        };
        const answer = await personApi.call('sendFaceFrame', asked);
        if (answer.state === 'passed') return challenge;
        onStep(answer.step ?? undefined, answer.adviceText ?? undefined);
        seenAt = performance.now();
      }
      await new Promise((resolve) => setTimeout(resolve, PICTURE_MS));
    }
  } finally {
    attention.close();
    closeCamera(stream);
  }
}

/**
 * A camera that ends before its first picture gives up what is played with an `AbortError`, as if nobody wanted it; one
 * that gives no picture at all keeps it waiting for ever.
 */
async function played(video: HTMLVideoElement): Promise<void> {
  const dark = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new CameraError('lost')), DARK_MS);
  });
  try {
    await Promise.race([video.play(), dark]);
  } catch (error) {
    throw error instanceof CameraError ? error : new CameraError('lost');
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
