import type { ProcessDocument } from '@lacre/contracts';

import type { SignerContext } from '../dependencies.ts';
import { IssuedSeals } from '../validate/issued-seals.ts';
import { withIssued } from './embedded-views.ts';
import type { KnownEmbedded } from './known-embedded.ts';

/**
 * The signatures that a document came with, read from its bytes: what certificates say of people is kept nowhere else,
 * and the blob, which the log names by its hash, always says the same.
 *
 * @throws Error when the document cannot be read any more: it was readable when it was taken in
 */
export async function readEmbedded(
  signer: Pick<SignerContext, 'blobs' | 'judge' | 'pool' | 'eventStore' | 'log' | 'now'>,
  { alreadySigned, sha256 }: Pick<ProcessDocument, 'alreadySigned' | 'sha256'>,
): Promise<KnownEmbedded[]> {
  if (!alreadySigned) return [];
  const found = await signer.judge.embedded(await signer.blobs.read(sha256), signer.now());
  return withIssued(signer, new IssuedSeals(signer.pool, signer.eventStore), found);
}
