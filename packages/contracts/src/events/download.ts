import { z } from 'zod';

import { identifier, line, sha256, timestamp } from '../fields.ts';
import { MAX_DOWNLOAD_DESCRIPTION_LENGTH, MAX_DOWNLOAD_DOCUMENTS } from '../limits.ts';
import { personal } from '../personal-data.ts';

const reference = { downloadId: identifier, tenantId: identifier };
const sizeBytes = z.number().int().positive();

/**
 * Stream `download-…`: a zip of sealed documents. The command service writes its first event, the signer service every
 * later one, each expecting the one before it.
 */
export const downloadEvents = {
  DownloadRequested: z.strictObject({
    ...reference,
    requestedBy: z.strictObject({ userId: identifier, name: personal(z.string(), 'userId') }),
    description: line('uma descrição', MAX_DOWNLOAD_DESCRIPTION_LENGTH),
    /** What was sealed when it was asked for, in the order of the processes and of their documents. */
    documents: z
      .array(z.strictObject({ processId: identifier, documentId: identifier }))
      .min(1)
      .max(MAX_DOWNLOAD_DOCUMENTS),
    /** Of the documents together. */
    sizeBytes,
    /** Whose documents they are. Absent in requests from before common users could make any. */
    companyIds: z.array(identifier).optional(),
  }),
  DownloadPrepared: z.strictObject({
    ...reference,
    requesterId: identifier,
    /** Of the zip. */
    sha256,
    sizeBytes,
    files: z.array(
      z.strictObject({
        processId: identifier,
        documentId: identifier,
        /** In the zip: folders apart by `/`. */
        path: z.string(),
        sha256,
        sizeBytes,
        /** The page of signatures that goes beside a document that takes none of its own. */
        evidence: z.strictObject({ path: z.string(), sha256, sizeBytes }).optional(),
      }),
    ),
    expiresAt: timestamp,
  }),
  /** The zip is gone. */
  DownloadExpired: z.strictObject({ ...reference, sha256 }),
} as const;
