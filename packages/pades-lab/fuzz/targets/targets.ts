import {
  SIGNED_DATA,
  CERTIFICATE,
  TIME_STAMP_REQUEST,
  TIME_STAMP_RESPONSE,
  TIME_STAMP_TOKEN,
  OCSP_REQUEST,
  OCSP_RESPONSE,
  CRL,
  PEM,
} from './message-targets.ts';
import { INSPECTION, READER, SEAL_REVISION, SEALER } from './pdf-targets.ts';
import type { Target } from './target.ts';
import { VALIDATOR } from './validate-target.ts';

/** Everything that reads what others wrote. Shares come to one. */
export const TARGETS: readonly Target[] = [
  READER,
  INSPECTION,
  VALIDATOR,
  SEALER,
  SEAL_REVISION,
  SIGNED_DATA,
  CERTIFICATE,
  TIME_STAMP_REQUEST,
  TIME_STAMP_RESPONSE,
  TIME_STAMP_TOKEN,
  OCSP_REQUEST,
  OCSP_RESPONSE,
  CRL,
  PEM,
];
