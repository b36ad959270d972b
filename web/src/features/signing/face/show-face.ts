import type { AnswerOf } from '@lacre/contracts';

import { say, type Text } from '@/i18n/say.ts';
import { Problem } from '@/lib/api/problem.ts';
import { personApi } from '@/lib/session/person-session.ts';

import {
  CameraError,
  closeCamera,
  isLost,
  lossOf,
  openCamera,
  SMALL_PICTURE,
  takePicture,
  USUAL_PICTURE,
} from './camera.ts';

export type Challenge = AnswerOf<'startFaceChallenge'>;
export type Step = NonNullable<Challenge['step']>;

/** Between two pictures, at least, milliseconds. */
const PICTURE_MS = 150;
/** A camera that gives no picture for so long gives none, milliseconds: slow ones take seconds for the first. */
const DARK_MS = 10_000;
/** An answer that takes so long comes over a slow line: the next pictures are small. Milliseconds. */
const SLOW_MS = 1500;
/** A picture that took so long is of no use any more: the time for its step is over. Milliseconds. */
const PICTURE_TIMEOUT_MS = 15_000;
/** How long the network may be away, and how often it is tried meanwhile, milliseconds. */
const UNHEARD_MS = 45_000;
const TRY_AGAIN_MS = 1000;
const UNHEARD: Text = 'Sem conexão. Estamos tentando de novo…';

interface Watching {
  begin: () => Promise<Challenge>;
  /** The camera that is open. */
  onCamera: (camera: MediaTrackSettings) => void;
  onStep: (step: Step | undefined, advice: string | undefined) => void;
  signal: AbortSignal;
}

/**
 * Shows the camera in the element, and sends what it sees until a challenge is passed; the camera is off afterwards.
 * A hidden page, or a lost connection, begins another one afterwards: the
 * time for a step goes on. Rejects with a `CameraError`, or the `Problem` that ended it.
 */
export async function showFace(
  video: HTMLVideoElement,
  { begin, onCamera, onStep, signal }: Watching,
): Promise<Challenge> {
  const stream = await openCamera();
  const attention = new Attention();
  let heardAt = performance.now();
  const heard: Watching['onStep'] = (step, advice) => {
    heardAt = performance.now();
    onStep(step, advice);
  };
  try {
    signal.throwIfAborted();
    video.srcObject = stream;
    const [camera] = stream.getVideoTracks();
    if (camera !== undefined) onCamera(camera.getSettings());
    if (isLost(stream)) throw await lossOf();
    await played(video);
    for (;;) {
      try {
        await attention.back(signal);
        const passed = await followed(video, stream, attention, { begin, onStep: heard, signal });
        if (passed !== undefined) return passed;
      } catch (error) {
        if (!isCutOff(error) || performance.now() - heardAt > UNHEARD_MS) throw error;
        onStep(undefined, say(UNHEARD));
        await pause(TRY_AGAIN_MS);
      }
    }
  } finally {
    attention.close();
    closeCamera(stream);
  }
}

/** One challenge, until it is passed; undefined when the page was hidden. */
async function followed(
  video: HTMLVideoElement,
  stream: MediaStream,
  attention: Attention,
  { begin, onStep, signal }: Omit<Watching, 'onCamera'>,
): Promise<Challenge | undefined> {
  const challenge = await begin();
  onStep(challenge.step ?? undefined, undefined);
  let seenAt = performance.now();
  let size = USUAL_PICTURE;
  for (;;) {
    signal.throwIfAborted();
    if (isLost(stream)) throw await lossOf();
    if (attention.wasLost) return undefined;
    const file = await takePicture(video, size);
    if (file === undefined) {
      if (performance.now() - seenAt > DARK_MS) throw new CameraError('lost');
    } else {
      const sentAt = performance.now();
      const answer = await personApi.call('sendFaceFrame', {
        params: { challengeId: challenge.challengeId },
        file,
        fileName: 'quadro.jpg',
        signal,
        timeoutMs: PICTURE_TIMEOUT_MS,
      });
      if (answer.state === 'passed') return challenge;
      onStep(answer.step ?? undefined, answer.adviceText ?? undefined);
      seenAt = performance.now();
      if (seenAt - sentAt > SLOW_MS) size = SMALL_PICTURE;
    }
    await pause(PICTURE_MS);
  }
}

const isCutOff = (error: unknown): boolean =>
  error instanceof Problem && (error.isLost || error.code === 'SERVICE_UNAVAILABLE');

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A camera that ends before its first picture gives up what is played with an `AbortError`, as if it was cancelled; one
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

/** Whether the page is visible, and was all the time: also while a picture was on its way. */
class Attention {
  readonly #closed = new AbortController();
  wasLost = document.hidden;

  constructor() {
    const look = () => (this.wasLost ||= document.hidden);
    document.addEventListener('visibilitychange', look, { signal: this.#closed.signal });
  }

  /** Waits until they are back; from then on it counts anew. @throws the signal's reason */
  async back(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
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
