import type { SealedBytes } from '../files/sealed-bytes.ts';

/** One document of the zip. */
export interface PlannedFile {
  processId: string;
  documentId: string;
  /** In the zip. */
  path: string;
  sealedAt: string;
  validationCode: string;
  file: SealedBytes;
  /** The page of signatures of a document that takes none of its own: it goes beside it. */
  evidence: { path: string; sealedAt: string; file: SealedBytes } | undefined;
}
