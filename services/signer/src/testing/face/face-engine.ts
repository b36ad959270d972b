import { createHash } from 'node:crypto';

import pino from 'pino';

import type { FaceEngine, Look } from '../../face/engine/face-engine.ts';
import { openWasmFaceEngine } from '../../face/engine/wasm-face-engine.ts';

/** Looks at pictures as the product does, at each picture once: tests show the same few portraits again and again. */
export function openTestFaceEngine(): FaceEngine {
  const engine = openWasmFaceEngine({ logger: pino({ level: 'silent' }) });
  const looks = new Map<string, Promise<Look>>();
  return {
    ...engine,
    look(picture) {
      const name = createHash('sha256').update(picture).digest('hex');
      const known = looks.get(name);
      if (known !== undefined) return known;
      const look = engine.look(picture);
      looks.set(name, look);
      // A refusal may be of the moment: too many that wait.
      look.catch(() => looks.delete(name));
      return look;
    },
  };
}
