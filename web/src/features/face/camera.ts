/** Why there is no picture from a camera. */
export type CameraFailure = 'denied' | 'missing' | 'busy' | 'unsupported' | 'lost';

export const cameraAdvice: Record<CameraFailure, string> = {
  denied:
    'O navegador não tem permissão para usar a câmera. Abra as permissões deste site (o cadeado ao lado do endereço), permita a câmera e tente de novo.',
  missing: 'Não encontramos uma câmera neste aparelho. Abra o link no celular ou num aparelho com câmera.',
  busy: 'A câmera está em uso por outro programa. Feche-o e tente de novo.',
  lost: 'A câmera parou no meio do caminho. Confira se ela está ligada e tente de novo.',
  unsupported: 'Este navegador não dá acesso à câmera. Abra o link em outro navegador ou no celular.',
};

/** A camera that could not be had. */
export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly reason: CameraFailure;

  constructor(reason: CameraFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** Pictures are sent at this width: enough for a face, and quick on a slow line. Pixels. */
const PICTURE_WIDTH = 640;
const JPEG_QUALITY = 0.9;

/** The camera that faces the person; the browser asks them. Rejects with a `CameraError`. */
export async function openCamera(): Promise<MediaStream> {
  if (!window.isSecureContext || !('mediaDevices' in navigator)) throw new CameraError('unsupported');
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 720 } },
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

export function closeCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** What the camera sees now, as it sees it: the preview alone is mirrored. Undefined before its first picture. */
export async function takePicture(video: HTMLVideoElement): Promise<Blob | undefined> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return undefined;
  const scale = Math.min(1, PICTURE_WIDTH / videoWidth);
  return drawn(video, Math.round(videoWidth * scale), Math.round(videoHeight * scale));
}

/** A photo from a file, small enough to be sent. Rejects for what the browser cannot read as a picture. */
export async function shrinkPhoto(file: File): Promise<Blob> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, (2 * PICTURE_WIDTH) / Math.max(image.width, image.height));
  const small = await drawn(image, Math.round(image.width * scale), Math.round(image.height * scale));
  image.close();
  return small ?? file;
}

async function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height);
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', JPEG_QUALITY);
  });
}
