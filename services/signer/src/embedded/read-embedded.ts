import type { BlobStore } from '@lacre/blob-store';
import type { ProcessDocument } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

import type { FileJudge } from '../validate/file-judge.ts';
import type { IssuedSeals } from '../validate/issued-seals.ts';
import { withIssued } from './embedded-views.ts';
import type { KnownEmbedded } from './known-embedded.ts';

/** What signatures that an upload came with are read with. */
export interface EmbeddedParts {
  readonly blobs: BlobStore;
  readonly judge: FileJudge;
  readonly issued: IssuedSeals;
  readonly log: DomainLog;
  readonly now: () => Date;
}

/**
 * The signatures that a document came with, read from its bytes: what certificates say of people is kept nowhere else,
 * and the blob, which the log names by its hash, always says the same.
 *
 * @throws Error when the document cannot be read any more: it was readable when it was taken in
 */
export async function readEmbedded(
  signer: EmbeddedParts,
  { alreadySigned, sha256 }: Pick<ProcessDocument, 'alreadySigned' | 'sha256'>,
): Promise<KnownEmbedded[]> {
  if (!alreadySigned) return [];
  const found = await signer.judge.embedded(await signer.blobs.read(sha256), signer.now());
  return withIssued(signer, signer.issued, found);
}
