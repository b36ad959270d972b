import { z } from 'zod';

import { identifier, sealFailure, sealLevel, sha256, timestamp } from '../fields.ts';

const reference = { documentId: identifier, processId: identifier, tenantId: identifier };
const sizeBytes = z.number().int().positive();

/** Bytes that follow what the file was before: a revision is added, and nothing before it is ever written again. */
const tail = z.strictObject({ sha256, sizeBytes });
const stamp = { time: timestamp, authority: z.string(), certificateSha256: sha256 };

/** What one revision of a sealed file holds. */
export const sealRevision = tail.extend({
  kind: z.enum(['seal', 'validation-data', 'time-stamp']),
  /** Of the whole file that ends with this revision. */
  fileSha256: sha256,
});
export type SealRevision = z.output<typeof sealRevision>;

/**
 * The bytes of all the revisions beside it, in their order, as one blob. Absent where each revision is a blob of its own,
 * as it was at first.
 */
const pack = tail.optional();

/**
 * Streams `seal-{documentId}`, `evidence-{documentId}` and `partial-copy-{copyId}`, written by the signer service
 * alone: the steps a seal goes through, each with what the next one needs after a crash, as a blob that goes once the
 * seal is produced. The last one's bytes are in the pack alone. The first SealProduced is the document's seal; before it
 * no file is handed out, and SealRendered again voids the steps before it.
 */
export const sealEvents = {
  /** Evidence is drawn; from here on the sealing moment and the wanted level are settled. */
  SealRendered: z.strictObject({
    ...reference,
    /** Of the document that was signed, which the sealed file begins with. */
    sourceSha256: sha256,
    level: sealLevel,
    validationCode: z.string(),
    sealingTime: timestamp,
    /** Absent where the document's author allows no pages: there the seal stands alone. */
    evidence: z
      .strictObject({
        /** Pages, facts and payload, one after the other, as one blob; null where each was one, as it was at first. */
        pack: tail.extend({ pagesBytes: sizeBytes, factsBytes: sizeBytes }).nullable(),
      })
      .optional(),
  }),
  /** The signature is made. Not issued yet, unless B-B is the wanted level. */
  SealSigned: z.strictObject({
    ...reference,
    tail,
    certificateSha256: sha256,
    localAuthority: z.boolean(),
  }),
  /** A time stamp over the signature went into it (PAdES B-T): the tail takes the place of the one before. */
  SealTimeStamped: z.strictObject({ ...reference, tail, ...stamp }),
  /** What checking the signature needs in years to come was added (PAdES B-LT). */
  SealValidationDataAdded: z.strictObject({
    ...reference,
    tail,
    certificates: z.number().int(),
    ocspResponses: z.number().int(),
    revocationLists: z.number().int(),
  }),
  /** A time stamp over the whole file was added (PAdES B-LTA). */
  SealArchived: z.strictObject({ ...reference, tail, ...stamp, provableUntil: timestamp }),
  /** The sealed file of the wanted level is whole, and is the document's from now on. */
  SealProduced: z.strictObject({
    ...reference,
    sourceSha256: sha256,
    sha256,
    sizeBytes,
    level: sealLevel,
    certificateSha256: sha256,
    validationCode: z.string(),
    sealedAt: timestamp,
    /** The file is the source followed by these. Absent in seals from before there were steps, stored whole. */
    revisions: z.array(sealRevision).min(1).optional(),
    /** As that of a renewal; null where each revision is a blob of its own, or the file one, as they were at first. */
    pack: tail.nullable(),
    /** Until when its proof holds unless renewed before. */
    provableUntil: timestamp.optional(),
  }),
  /** The document can never be sealed, whatever is repeated: nothing follows. */
  SealFailed: z.strictObject({
    ...reference,
    reason: sealFailure,
    /** The refusal's code, for diagnosis. */
    detail: z.string().max(200),
  }),
  /** A further archive time stamp was added before the last one ran out. */
  SealRenewed: z.strictObject({
    ...reference,
    /** What was added, after all revisions before. */
    revisions: z.array(sealRevision).min(1),
    pack,
    sha256,
    sizeBytes,
    validationCode: z.string(),
    stamp: z.strictObject(stamp),
    provableUntil: timestamp,
    renewedAt: timestamp,
  }),
  /**
   * Stream `evidence-{documentId}`: the evidence pages of a sealed document that arrived signed by others, which takes
   * no pages of its own, sealed as a file beside it.
   */
  EvidenceSealed: z.strictObject({
    ...reference,
    /** Of the pages as they were drawn. */
    sourceSha256: sha256,
    /** Of the sealed document as it was first handed out. */
    sealedSha256: sha256,
    sha256,
    sizeBytes,
    level: sealLevel,
    certificateSha256: sha256,
    validationCode: z.string(),
    sealedAt: timestamp,
    revisions: z.array(sealRevision).min(1),
    pack,
  }),
  /** A sealed copy of a document that still waits for signatures. It is not the document's seal. */
  PartialCopySealed: z.strictObject({
    ...reference,
    copyId: identifier,
    sourceSha256: sha256,
    sha256,
    sizeBytes,
    level: sealLevel,
    certificateSha256: sha256,
    validationCode: z.string(),
    sealedAt: timestamp,
    revisions: z.array(sealRevision).min(1),
    pack,
    /** Of the last event of the process that the copy was made from. */
    processRevision: z.number().int().nonnegative().optional(),
    signed: z.number().int().nonnegative(),
    missing: z.number().int().positive(),
  }),
} as const;
