import type { UserPrincipal } from '@lacre/access';
import type { BodyOf, Operations } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { issueProof, verifyProof, type ProofClaims, type ProofSecret } from '@lacre/proofs';
import type { z } from 'zod';

/** What a draft says, as the contracts read it. */
export type DraftContent = z.output<Operations['saveProcessDraft']['body']>['content'];

/** A draft as it is kept: what its proofs vouched for stands beside it, since a proof is good for a day alone. */
export interface KeptDraft {
  content: DraftContent;
  /** By upload. */
  uploads: Record<string, ProofClaims<'upload'>>;
}

/** How long a proof made from a draft is good for, seconds: as long as that of an upload. */
const PROOF_SECONDS = 24 * 60 * 60;

interface ProofParts {
  readonly proofSecret: ProofSecret;
  readonly now: () => Date;
}

/**
 * The draft with what its proofs vouch for. An upload that the draft had before needs no proof again: its file is kept,
 * and its proof may be over.
 *
 * @throws Refusal UPLOAD_PROOF_INVALID
 */
export async function keptDraft(
  { proofSecret, now }: ProofParts,
  tenantId: string,
  content: DraftContent,
  before: KeptDraft | undefined,
): Promise<KeptDraft> {
  const uploads: KeptDraft['uploads'] = {};
  for (const [index, { uploadId, proof, template }] of content.documents.entries()) {
    if (template !== undefined) continue;
    const known = before?.uploads[uploadId];
    if (known !== undefined) {
      uploads[uploadId] = known;
      continue;
    }
    const verified = await verifyProof('upload', proof, { secret: proofSecret, now: now() });
    if (!verified.ok || verified.claims.tenantId !== tenantId || verified.claims.uploadId !== uploadId) {
      const field = `content.documents.${index}.proof`;
      throw new Refusal('UPLOAD_PROOF_INVALID', {
        fieldErrors: [{ field, message: 'Envie este arquivo de novo' }],
      });
    }
    uploads[uploadId] = verified.claims;
  }
  const documents = content.documents.map((document) => ({ ...document, proof: '' }));
  return { content: { ...content, documents }, uploads };
}

/** What the draft says, with proofs that the reader may create the process with. */
export async function renewed(
  { proofSecret: secret, now }: ProofParts,
  reader: UserPrincipal,
  { content, uploads }: KeptDraft,
): Promise<BodyOf<'saveProcessDraft'>['content'] & DraftContent> {
  const options = { secret, expiresInSeconds: PROOF_SECONDS, now: now() };
  const documents = await Promise.all(
    content.documents.map(async (document) => {
      const claims = uploads[document.uploadId];
      if (claims === undefined) return document;
      return { ...document, proof: await issueProof('upload', { ...claims, userId: reader.sub }, options) };
    }),
  );
  return { ...content, documents };
}
