import pino from 'pino';

import type { FaceEngine } from '../face/engine/face-engine.ts';
import { openWasmFaceEngine } from '../face/engine/wasm-face-engine.ts';

/** Looks at pictures as the product does. */
export const openTestFaceEngine = (): FaceEngine => openWasmFaceEngine({ logger: pino({ level: 'silent' }) });
