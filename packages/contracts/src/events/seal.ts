import { z } from 'zod';

import { identifier, sha256, timestamp } from '../fields.ts';

/** Stream `seal-{documentId}`, written by the signer service alone: the first seal produced is the document's seal. */
export const sealEvents = {
  SealProduced: z.strictObject({
    documentId: identifier,
    processId: identifier,
    tenantId: identifier,
    sourceSha256: sha256,
    sha256,
    sizeBytes: z.number().int().positive(),
    level: z.enum(['B-B']),
    certificateSha256: sha256,
    validationCode: z.string(),
    sealedAt: timestamp,
  }),
} as const;
