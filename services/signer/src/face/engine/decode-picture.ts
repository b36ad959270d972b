import { MAX_IMAGE_BYTES } from '@lacre/contracts';
import { Refusal } from '@lacre/http';

import { WorkerFailed, WorkerPool } from '../../workers/worker-pool.ts';
import type { DecodeInput, DecodeOutput } from './decode-worker.ts';
import type { RawPicture } from './face-engine.ts';

/** For all of a picture, by the clock: its process gives up on decoding after five seconds, milliseconds. */
const TIMEOUT_MS = 15_000;
const HEAP_MB = 64;
/**
 * The process itself takes 150; the largest picture that is taken is held whole, in 16 bits a colour, by few formats.
 */
const MEMORY_MB = 768;

/** What stands at the beginning of the formats that are taken: libvips itself would also read SVG, TIFF, GIF, PDF… */
const SIGNATURES = [
  (bytes: Buffer) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes: Buffer) =>
    bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes: Buffer) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
];

const broken = (cause: unknown): Refusal =>
  new Refusal('UPLOAD_HANDLE_FILES_ERROR', {
    detail: 'A foto está danificada ou é grande demais.',
    cause,
  });

/**
 * Decodes uploaded pictures: JPEG, PNG or WebP, by what their bytes say, within bounds of size, time and
 * memory, in processes of their own. What the decoder, which is native code, may be made to do by a picture is done
 * where nothing of the service is known and no other person's picture is.
 */
export class PictureDecoder {
  readonly #pool: WorkerPool<DecodeInput, DecodeOutput>;

  /** @param atOnce processes, each for one picture */
  constructor({ atOnce, idleMs }: { atOnce: number; idleMs: number }) {
    this.#pool = new WorkerPool<DecodeInput, DecodeOutput>({
      module: new URL('decode-worker.ts', import.meta.url),
      size: atOnce,
      timeoutMs: TIMEOUT_MS,
      heapMb: HEAP_MB,
      memoryMb: MEMORY_MB,
      // What a picture that is none may have left of the decoder is not used again.
      fresh: (output) => 'unfit' in output,
      idleMs,
      addons: true,
    });
  }

  /**
   * As rows of pixels, upright, at most 640 on a side.
   *
   * @throws Refusal NO_SELFIES_PROVIDED, FILE_SIZE_HIGGER_2MB, UPLOAD_NOT_ALLOWED_FILES, UPLOAD_HANDLE_FILES_ERROR
   * @throws WorkerFailed when the process ends over it
   */
  async pixels(bytes: Uint8Array): Promise<RawPicture> {
    const output = await this.#decode({ bytes, as: 'pixels' });
    if (!('pixels' in output)) throw broken(undefined);
    return output.pixels;
  }

  /** Written anew as a small JPEG, without anything that came along in its file. Throws like {@link pixels}. */
  async clean(bytes: Uint8Array): Promise<Buffer> {
    const output = await this.#decode({ bytes, as: 'jpeg' });
    if (!('jpeg' in output)) throw broken(undefined);
    return Buffer.from(output.jpeg);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #decode(input: DecodeInput): Promise<DecodeOutput> {
    assertPicture(input.bytes);
    try {
      const output = await this.#pool.run(input);
      if (!('unfit' in output)) return output;
      throw new Refusal(output.unfit, output.why === '' ? {} : { detail: output.why });
    } catch (error) {
      // What no process can hold or finish is a picture that is too large.
      if (error instanceof WorkerFailed && error.why !== 'crash') throw broken(error);
      throw error;
    }
  }
}

function assertPicture(bytes: Uint8Array): void {
  if (bytes.length === 0) throw new Refusal('NO_SELFIES_PROVIDED');
  if (bytes.length > MAX_IMAGE_BYTES) throw new Refusal('FILE_SIZE_HIGGER_2MB');
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16));
  if (!SIGNATURES.some((isThis) => isThis(beginning)))
    throw new Refusal('UPLOAD_NOT_ALLOWED_FILES', { detail: 'Envie uma foto JPG, PNG ou WebP.' });
}
