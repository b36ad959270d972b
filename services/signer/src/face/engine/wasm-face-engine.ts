import { Refusal } from '@lacre/http';
import type { Logger } from 'pino';

import { WorkerPool } from '../../workers/worker-pool.ts';
import { PictureDecoder } from './decode-picture.ts';
import type { FaceEngine, Look } from './face-engine.ts';
import type { FaceWorkerInput, FaceWorkerOutput } from './face-worker.ts';

export interface WasmFaceEngineOptions {
  logger: Logger;
  /** Processes at work at once; each holds about 500 MB, and what decodes for it 150. Default 1. */
  workers?: number;
  /** Pictures that may wait for a process; the next is refused at once. Default 32. */
  queued?: number;
  /** The longest a picture may take once a process has it, its start included, milliseconds. Default 20,000. */
  timeoutMs?: number;
  /** After so long without a picture processes are ended, and their memory with them, milliseconds. Default 10 minutes. */
  idleMs?: number;
}

/** Detector, landmarks and descriptor of face-api 1.7, 128 values of a face that was put upright (dlib's ResNet of 2017). */
const WASM_MODEL_ID = 'face-api-1.7/resnet-128-upright';
const HEAP_MB = 256;

/** face-api on WebAssembly, in processes of its own. */
export function openWasmFaceEngine(options: WasmFaceEngineOptions): FaceEngine {
  const { logger, workers = 1, queued = 32, timeoutMs = 20_000, idleMs = 600_000 } = options;
  const pool = new WorkerPool<FaceWorkerInput, FaceWorkerOutput>({
    module: new URL('face-worker.ts', import.meta.url),
    size: workers,
    timeoutMs,
    heapMb: HEAP_MB,
    fresh: ({ spent }) => spent,
    idleMs,
  });
  const decoder = new PictureDecoder({ atOnce: workers, idleMs });
  let inside = 0;

  async function outOf<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      logger.error({ err: error }, 'a picture could not be looked at');
      throw new Refusal('FACE_SERVICE_ERROR', { cause: error });
    }
  }

  const looked = async (picture: Uint8Array): Promise<Look> =>
    (await pool.run(await decoder.pixels(picture))).look;

  return {
    modelId: WASM_MODEL_ID,
    async look(picture) {
      if (inside >= workers + queued) throw new Refusal('FACE_SERVICE_ERROR', { retryAfterSeconds: 5 });
      inside += 1;
      try {
        return await outOf(looked(picture));
      } finally {
        inside -= 1;
      }
    },
    clean: (picture) => outOf(decoder.clean(picture)),
    distance: euclideanDistance,
    async close() {
      await Promise.all([pool.close(), decoder.close()]);
    },
  };
}

/** Between two lists of numbers of one length. */
export function euclideanDistance(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length || one.length === 0) throw new RangeError('templates of two models');
  let sum = 0;
  // Counted through: millions of these are compared when the engine is measured.
  for (let at = 0; at < one.length; at++) sum += ((one[at] ?? 0) - (other[at] ?? 0)) ** 2;
  return Math.sqrt(sum);
}
