import { say, type Text } from '@/i18n/say.ts';
import { tabStore } from '@/lib/browser/tab-store.ts';
import { isTotem } from '@/lib/session/totem-lock.ts';

/** Why there is no picture from a camera. */
export type CameraFailure = 'denied' | 'missing' | 'busy' | 'unsupported' | 'lost';

const ADVICE: Record<CameraFailure, Text> = {
  denied:
    'O navegador não tem permissão para usar a câmera. Abra as permissões deste site (o cadeado ao lado do endereço), permita a câmera e tente de novo.',
  missing: 'Não encontramos uma câmera neste aparelho. Abra o link no celular ou num aparelho com câmera.',
  busy: 'A câmera está em uso por outro programa. Feche-o e tente de novo.',
  lost: 'A câmera parou no meio do caminho. Confira se ela está ligada e tente de novo.',
  unsupported: 'Este navegador não dá acesso à câmera. Abra o link em outro navegador ou no celular.',
};
/** At a totem, whose settings are out of the person's reach. */
const TOTEM_ADVICE: Text =
  'Este totem está sem câmera. Avise quem atende aqui, ou assine no seu celular, pelo link que você recebeu.';

/** What the person may do about it. */
export const cameraAdvice = (failure: CameraFailure): string =>
  isTotem() && failure !== 'busy' && failure !== 'lost' ? say(TOTEM_ADVICE) : say(ADVICE[failure]);

/** A camera that could not be had. */
export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly reason: CameraFailure;

  constructor(reason: CameraFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** How large a picture is sent: its longer side in pixels, and the quality of its JPEG, of 1. */
export interface PictureSize {
  side: number;
  quality: number;
}
/** Enough for a face, and what the server makes of larger ones. */
export const USUAL_PICTURE: PictureSize = { side: 640, quality: 0.9 };
/** Enough still: on a slow line two of the others take all the time that a step has. */
export const SMALL_PICTURE: PictureSize = { side: 400, quality: 0.8 };

/** A camera that may be opened. */
export interface FoundCamera {
  /** What the browser calls it for us; some call it otherwise each time the page is loaded. */
  deviceId: string;
  /** As people call it. */
  name: string;
}

/** The camera that was chosen. */
const chosen = tabStore<FoundCamera | undefined>('camera', undefined);

/** From now on, in this tab: of several cameras the one to be opened. */
export const chooseCamera = (camera: FoundCamera): void => chosen.set(camera);

/** The cameras that may be opened; none before the browser was allowed to open one. */
export async function listCameras(): Promise<FoundCamera[]> {
  const devices = await (navigator.mediaDevices?.enumerateDevices() ?? Promise.resolve([])).catch(() => []);
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }, index) => ({
      deviceId,
      name: label === '' ? say('Câmera {0}', index + 1) : label,
    }));
}

/** The one that was chosen, if it is there, else the one that faces the person. */
async function wanted(): Promise<MediaTrackConstraints> {
  const camera = chosen.get();
  const found = camera === undefined ? [] : await listCameras();
  const same =
    found.find(({ deviceId }) => deviceId === camera?.deviceId) ??
    found.find(({ name }) => name === camera?.name);
  return same === undefined ? { facingMode: 'user' } : { deviceId: { exact: same.deviceId } };
}

/** Opens a camera; the browser asks the person. Rejects with a `CameraError`. */
export async function openCamera(): Promise<MediaStream> {
  if (!window.isSecureContext || !('mediaDevices' in navigator)) throw new CameraError('unsupported');
  const which = await wanted();
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    throw new CameraError(reasonOf(error));
  }
}

function reasonOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}

/** Whether a camera that was opened is there no more: unplugged, or its permission taken back. */
export const isLost = (stream: MediaStream): boolean =>
  stream.getVideoTracks().every(({ readyState }) => readyState === 'ended');

/** Why one that was opened is lost: its permission may have been taken back. */
export async function lossOf(): Promise<CameraError> {
  const { state } = (await cameraPermission()) ?? {};
  return new CameraError(state === 'denied' ? 'denied' : 'lost');
}

/** Undefined where the browser does not say. */
async function cameraPermission(): Promise<PermissionStatus | undefined> {
  try {
    return await navigator.permissions.query({ name: 'camera' });
  } catch {
    return undefined;
  }
}

/** Calls back once the browser permits the camera after all. @returns ends it */
export function whenAllowed(tell: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const watch = async () => {
    const status = await cameraPermission();
    if (signal.aborted) return;
    status?.addEventListener('change', () => void (status.state === 'granted' && tell()), { signal });
  };
  void watch();
  return () => ending.abort();
}

export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** What the camera sees now, as it sees it: the preview alone is mirrored. Undefined before its first picture. */
export async function takePicture(video: HTMLVideoElement, size: PictureSize): Promise<Blob | undefined> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return undefined;
  const scale = Math.min(1, size.side / Math.max(videoWidth, videoHeight));
  return drawn(video, Math.round(videoWidth * scale), Math.round(videoHeight * scale), size.quality);
}

/** A photo from a file, small enough to be sent. Rejects for what the browser cannot read as a picture. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, (2 * USUAL_PICTURE.side) / Math.max(image.width, image.height));
  const small = await drawn(
    image,
    Math.round(image.width * scale),
    Math.round(image.height * scale),
    USUAL_PICTURE.quality,
  );
  image.close();
  return small ?? file;
}

async function drawn(
  source: CanvasImageSource,
  width: number,
  height: number,
  quality: number,
): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', quality);
  });
}
