import type { ProofClaims } from '@lacre/proofs';

/** What an upload's proof says of its document, as events keep it. */
export function provenFacts({
  name,
  sha256,
  sourceSha256,
  sizeBytes,
  pages,
  alreadySigned,
  printsOtherwise,
  restrictionsLifted,
}: ProofClaims<'upload'>) {
  return {
    name,
    sha256,
    sourceSha256,
    sizeBytes,
    pages,
    alreadySigned,
    ...(printsOtherwise ? { printsOtherwise } : {}),
    ...(restrictionsLifted ? { restrictionsLifted } : {}),
  };
}
