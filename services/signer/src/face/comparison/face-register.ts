import type { Logger } from 'pino';

import type { FaceRegister } from './face-comparison.ts';
import { httpComparison } from './http-comparison.ts';

/** The settings of an identity check, by the names of the environment. */
interface Settings {
  FACE_CHECK_URL?: string | undefined;
  FACE_CHECK_TOKEN?: string | undefined;
  FACE_CHECK_MIN_SIMILARITY: number;
  FACE_CHECK_TIMEOUT_MS: number;
}

/** The identity check that is configured; undefined where none is. */
export function faceRegisterOf(settings: Settings, logger: Logger): FaceRegister | undefined {
  const { FACE_CHECK_URL: url, FACE_CHECK_TOKEN: token } = settings;
  if (url === undefined) return undefined;
  const comparison = httpComparison({ url, token, logger, timeoutMs: settings.FACE_CHECK_TIMEOUT_MS });
  return { comparison, minimum: settings.FACE_CHECK_MIN_SIMILARITY };
}
