import type { FaceEvidence } from '@lacre/contracts';

/** How a participant's identity or location was shown. */
export type EvidenceMethod =
  | { kind: 'email-code' }
  | { kind: 'sms-code' }
  /** A device that the person had confirmed by a code before. */
  | { kind: 'known-device' }
  | { kind: 'location' }
  /** How alike it was to the enrolled one, and which engine said so. */
  | ({ kind: 'face' } & FaceEvidence);
